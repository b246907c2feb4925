import { t } from '../ui/text';
import type { ChatActions } from './chatActions';

export interface SlashCommand {
  readonly name: string;
  /** What may stand behind the name: `[note]`; empty for nothing. */
  readonly argument: string;
  readonly description: string;
}

/** What the composer itself does for a command. */
export interface ComposerDeeds {
  /** Whether the agent is at work. */
  readonly busy: boolean;
  readonly showHelp: () => void;
  /** The newest message of the person, by its index in the history; null without any. */
  readonly newestMessage: () => number | null;
}

export type CommandOutcome =
  | { readonly kind: 'run' }
  /** No command: a message for the model. */
  | { readonly kind: 'message' }
  /** Nothing was done; `text` says what to do instead. */
  | { readonly kind: 'refused'; readonly text: string };

interface Definition {
  readonly argument: string;
  /** Refused while the agent is at work. */
  readonly wantsQuiet: boolean;
  readonly description: string;
  /** @returns what is wrong with the argument, or null */
  readonly run: (argument: string, actions: ChatActions, deeds: ComposerDeeds) => string | null;
}

const commands: Readonly<Record<string, Definition>> = {
  '/compact': quiet(t('Free context now'), (actions) => {
    actions.compact();
  }),
  '/summarize': quiet(t('Put a summary in the place of earlier messages'), (actions) => {
    actions.summarize();
  }),
  '/pin': {
    argument: '',
    wantsQuiet: false,
    description: t('Always keep your newest message whole'),
    run: (argument, actions, { newestMessage }) => {
      if (argument !== '') return t('The pin beside any message pins it; /pin alone pins your newest.');
      const index = newestMessage();
      if (index === null) return t('There is no message of yours to pin yet.');
      actions.setPinned(index, true);
      return null;
    },
  },
  '/remember': {
    argument: t('[note]'),
    wantsQuiet: false,
    description: t('Keep a note for every session in this workspace; alone it opens the memory'),
    run: (argument, actions) => {
      if (argument === '') actions.editMemory();
      else actions.remember(argument);
      return null;
    },
  },
  '/continue': quiet(t('Go on in a new session with summary, todos and pins'), (actions) => {
    actions.continueSession();
  }),
  '/new': quiet(t('Start a new session'), (actions) => {
    actions.newSession();
  }),
  '/clear': quiet(t('Start a new session; this one stays in the list'), (actions) => {
    actions.newSession();
  }),
  '/export': plain(t('Save the session as a file'), (actions) => {
    actions.exportSession();
  }),
  '/inspector': plain(t('Show what the model sees'), (actions) => {
    actions.openInspector(null);
  }),
  '/help': {
    argument: '',
    wantsQuiet: false,
    description: t('What can be typed here'),
    run: (_argument, _actions, { showHelp }) => {
      showHelp();
      return null;
    },
  },
};

/** A command that takes nothing: words behind it would be lost, so they are refused. */
function plain(description: string, act: (actions: ChatActions) => void): Definition {
  return {
    argument: '',
    wantsQuiet: false,
    description,
    run: (argument, actions) => {
      if (argument !== '') return t('This command takes no words behind it.');
      act(actions);
      return null;
    },
  };
}

/** As `plain`, for what the agent has to be done for. */
function quiet(description: string, act: (actions: ChatActions) => void): Definition {
  return { ...plain(description, act), wantsQuiet: true };
}

/** Commands that begin with what is typed; none once a space or a line break follows. */
export function matchingCommands(typed: string): readonly SlashCommand[] {
  if (!/^\/\w*$/.test(typed)) return [];
  return Object.entries(commands)
    .filter(([name]) => name.startsWith(typed.toLowerCase()))
    .map(([name, { argument, description }]) => ({ name, argument, description }));
}

/**
 * Runs what is typed if it is a command. A word behind a slash that is no command is not sent to the model unsaid: it is
 * most likely a slip; what looks like a path is a message.
 */
export function runSlashCommand(typed: string, actions: ChatActions, deeds: ComposerDeeds): CommandOutcome {
  // A blank in front makes a message of anything.
  if (/^\s/.test(typed)) return { kind: 'message' };
  const match = /^(?<name>\/[a-z]+)(?:\s+(?<argument>.*))?$/isu.exec(typed.trim());
  const name = match?.groups?.['name']?.toLowerCase();
  if (name === undefined) return { kind: 'message' };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) {
    return {
      kind: 'refused',
      text: t('There is no command {0}. /help lists them; to send the text, begin it with a blank.', name),
    };
  }
  if (command.wantsQuiet && deeds.busy) {
    return { kind: 'refused', text: t('{0}: the agent is at work. Stop it first, or wait until it is done.', name) };
  }
  const fault = command.run((match?.groups?.['argument'] ?? '').trim(), actions, deeds);
  return fault === null ? { kind: 'run' } : { kind: 'refused', text: `${name}: ${fault}` };
}
