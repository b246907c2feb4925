import { CUSTOM_PROMPT_PATTERN } from './compressionSchema';
import { commands, contextKeys, transcriptExtensions, viewIds, type CommandId } from './commands';
import { settingCategories, type SettingDefinition } from './settingDefinition';
import { settingKeys, settings } from './settings';

/**
 * The generated part of package.json. VS Code reads the manifest only, so it must be complete there; everything in it
 * that the code also needs comes from the tables beside this file.
 */
export interface Manifest {
  readonly activationEvents: readonly string[];
  readonly capabilities: unknown;
  readonly contributes: unknown;
  readonly l10n: string;
  /** English texts by key: `package.nls.json`. */
  readonly texts: Readonly<Record<string, string>>;
}

type Texts = Record<string, string>;

/** Fates as colours: readable as text (4.5 : 1 and more) on each theme's background and on its selected row. */
const fateColors = {
  kept: { dark: '#4EC9B0', light: '#00705A', highContrast: '#5FF0D0', highContrastLight: '#00594A' },
  truncated: { dark: '#E0BB66', light: '#7A5A00', highContrast: '#FFD970', highContrastLight: '#5C4300' },
  compacted: { dark: '#6CB4F5', light: '#005FB8', highContrast: '#8FCAFF', highContrastLight: '#0A4B8F' },
  pruned: { dark: '#A8A8A8', light: '#616161', highContrast: '#C8C8C8', highContrastLight: '#4A4A4A' },
  summarized: { dark: '#D191CC', light: '#8A2F86', highContrast: '#F0A8EC', highContrastLight: '#6E1F6B' },
} as const;

const focusInStrata = `focusedView == ${viewIds.chat} || focusedView == ${viewIds.sessions}`;

/** Puts a text under a key and gives the reference that stands in the manifest. */
function text(texts: Texts, key: string, english: string): string {
  texts[key] = english;
  return `%${key}%`;
}

export function manifest(): Manifest {
  const texts: Texts = {};
  return {
    // Views, commands and custom editors activate by themselves; this one is for a restored panel and for opening the
    // chat at the start, and loads nothing but the composition root.
    activationEvents: ['onStartupFinished', `onWebviewPanel:${viewIds.inspector}`],
    capabilities: {
      untrustedWorkspaces: {
        supported: 'limited',
        description: text(
          texts,
          'capabilities.untrusted',
          'Until the workspace is trusted, the agent can read and search, but not write, run commands or fetch.',
        ),
        restrictedConfigurations: settingKeys
          .filter((key) => /^(provider|openai\.|vscodeLm\.|bash\.|agent\.|compression\.)/.test(key))
          .map((key) => `strata.${key}`),
      },
      virtualWorkspaces: {
        supported: 'limited',
        description: text(
          texts,
          'capabilities.virtual',
          'Transcripts can be opened; the tools of the agent need a folder on disk.',
        ),
      },
    },
    contributes: {
      commands: commandContributions(texts),
      menus: menuContributions(),
      keybindings: [
        { command: 'strata.newSession', key: 'ctrl+alt+n', mac: 'cmd+alt+n', when: focusInStrata },
        { command: 'strata.openInspector', key: 'ctrl+alt+i', mac: 'cmd+alt+i', when: focusInStrata },
      ],
      viewsContainers: {
        activitybar: [{ id: viewIds.container, title: 'Strata', icon: '$(layers)' }],
      },
      views: {
        [viewIds.container]: [
          {
            id: viewIds.chat,
            type: 'webview',
            name: text(texts, 'views.chat', 'Chat'),
            icon: '$(comment-discussion)',
            // Three quarters of the container's height at first.
            initialSize: 3,
          },
          { id: viewIds.sessions, name: text(texts, 'views.sessions', 'Sessions'), icon: '$(history)', initialSize: 1 },
        ],
      },
      viewsWelcome: [
        {
          view: viewIds.sessions,
          contents: text(
            texts,
            'viewsWelcome.sessions',
            'No sessions in this workspace yet.\n[Start a session](command:strata.newSession)\nThe inspector also opens sessions of other agents.\n[Open a transcript](command:strata.openTranscript)\n[Find the latest ones](command:strata.openLatestSession)',
          ),
        },
      ],
      customEditors: [
        {
          viewType: viewIds.session,
          displayName: text(texts, 'editors.session', 'Strata Inspector'),
          selector: [{ filenamePattern: '*.strata.jsonl' }],
          priority: 'default',
        },
        {
          viewType: viewIds.transcript,
          displayName: text(texts, 'editors.transcript', 'Strata Inspector (Transcript)'),
          selector: transcriptExtensions.map((extension) => ({ filenamePattern: `*.${extension}` })),
          priority: 'option',
        },
      ],
      colors: Object.entries(fateColors).map(([fate, defaults]) => ({
        id: `strata.${fate}`,
        description: text(texts, `colors.${fate}`, `Messages that Strata shows as ${fate}.`),
        defaults,
      })),
      configuration: configurationContributions(texts),
    },
    l10n: './l10n',
    texts,
  };
}

function commandContributions(texts: Texts): unknown[] {
  return Object.entries(commands).map(([command, definition]) => ({
    command,
    title: text(texts, `commands.${command.replace('strata.', '')}`, definition.title),
    category: 'Strata',
    ...('icon' in definition ? { icon: definition.icon } : {}),
    ...('enablement' in definition ? { enablement: definition.enablement } : {}),
  }));
}

interface MenuItem {
  readonly command: CommandId;
  readonly when: string;
  readonly group?: string;
}

function menuContributions(): Record<string, readonly MenuItem[]> {
  const chat = `view == ${viewIds.chat}`;
  const sessions = `view == ${viewIds.sessions}`;
  const session = `${sessions} && viewItem == session`;
  const transcript = `resourceExtname =~ /^\\.(${transcriptExtensions.join('|')})$/`;
  return {
    commandPalette: (Object.keys(commands) as CommandId[])
      .filter((command) => 'palette' in commands[command])
      .map((command) => ({ command, when: 'false' })),
    'view/title': [
      { command: 'strata.newSession', when: chat, group: 'navigation@1' },
      { command: 'strata.openInspector', when: chat, group: 'navigation@2' },
      { command: 'strata.compact', when: `${chat} && ${contextKeys.hasSession}`, group: '1_context@1' },
      { command: 'strata.summarize', when: `${chat} && ${contextKeys.hasSession}`, group: '1_context@2' },
      { command: 'strata.continueSession', when: `${chat} && ${contextKeys.hasSession}`, group: '1_context@3' },
      { command: 'strata.exportChat', when: `${chat} && ${contextKeys.hasSession}`, group: '1_context@4' },
      { command: 'strata.selectModel', when: chat, group: '2_model@1' },
      { command: 'strata.setApiKey', when: chat, group: '2_model@2' },
      { command: 'strata.openSettings', when: chat, group: '2_model@3' },
      { command: 'strata.newSession', when: sessions, group: 'navigation@1' },
      { command: 'strata.searchSessions', when: sessions, group: 'navigation@2' },
      { command: 'strata.openTranscript', when: sessions, group: 'navigation@3' },
      { command: 'strata.openLatestSession', when: sessions, group: '1_sessions@1' },
      { command: 'strata.restoreSession', when: sessions, group: '1_sessions@2' },
    ],
    'view/item/context': [
      { command: 'strata.openInspector', when: session, group: 'inline@1' },
      { command: 'strata.renameSession', when: session, group: '1_session@1' },
      { command: 'strata.exportSession', when: session, group: '1_session@2' },
      { command: 'strata.deleteSession', when: session, group: '2_session@1' },
    ],
    'explorer/context': [{ command: 'strata.openTranscript', when: transcript, group: 'navigation@50' }],
    'editor/title/context': [{ command: 'strata.openTranscript', when: transcript, group: '2_strata@1' }],
  };
}

function configurationContributions(texts: Texts): unknown[] {
  return settingCategories.map((category, index) => ({
    id: `strata.${category.toLowerCase().replace(' ', '')}`,
    title: text(texts, `settings.category.${category.toLowerCase().replace(' ', '')}`, category),
    order: index + 1,
    properties: Object.fromEntries(
      settingKeys
        .filter((key) => settings[key].category === category)
        .map((key) => [`strata.${key}`, property(texts, key, settings[key])]),
    ),
  }));
}

/** One setting in the words of VS Code's JSON schema. */
function property(texts: Texts, key: string, definition: SettingDefinition): unknown {
  const tuning = 'tuning' in definition ? definition.tuning : undefined;
  const common = {
    // Not shown by VS Code: the inspector takes it from here, in the user's language.
    ...(tuning === undefined ? {} : { title: text(texts, `settings.${key}.title`, tuning.title) }),
    default: definition.default,
    scope: definition.scope,
    order: definition.order,
    markdownDescription: text(texts, `settings.${key}`, definition.markdownDescription),
    ...(definition.tags === undefined ? {} : { tags: definition.tags }),
  };
  switch (definition.type) {
    case 'number':
    case 'integer':
      return { type: definition.type, minimum: definition.minimum, maximum: definition.maximum, ...common };
    case 'boolean':
      return { type: 'boolean', ...common };
    case 'string':
      return {
        type: 'string',
        ...(definition.format === 'url' ? { pattern: '^https?://' } : {}),
        ...(definition.placeholder === undefined
          ? {}
          : { pattern: CUSTOM_PROMPT_PATTERN, editPresentation: 'multilineText' }),
        ...common,
      };
    case 'choice':
      return {
        type: 'string',
        enum: Object.keys(definition.choices),
        markdownEnumDescriptions: Object.entries(definition.choices).map(([choice, description]) =>
          text(texts, `settings.${key}.${choice}`, description),
        ),
        ...common,
      };
    case 'list':
      return {
        type: 'array',
        items: { type: 'string', examples: definition.suggestions },
        uniqueItems: true,
        ...common,
      };
    case 'structure':
      return {
        ...definition.schema((name, english) =>
          english === undefined ? `%settings.${name}%` : text(texts, `settings.${name}`, english),
        ),
        ...common,
      };
  }
}
