// The arrows of the layers. Deny by default: a folder of src may import itself and what stands here, nothing else.

/** Folder of src → the folders it may import besides itself. */
const arrows = {
  protocol: [],
  l10n: [],
  engine: [],
  providers: ['engine', 'l10n'],
  // What stands in requests, replies and the files that record them, read as messages.
  wire: ['engine', 'models'],
  transcripts: ['engine', 'l10n', 'wire'],
  models: ['engine'],
  config: ['engine', 'models'],
  session: ['engine', 'l10n', 'models', 'providers'],
  // It resolves GoZen's JSON, and of `session` has the journal and the archive only, as a rule below says.
  gateway: ['engine', 'models', 'providers', 'wire', 'config', 'session', 'protocol'],
  worker: ['engine', 'l10n', 'models', 'transcripts', 'protocol', 'wire'],
  cli: ['engine', 'models', 'transcripts', 'config', 'gateway'],
  // The transport of the RPC is a wrapper around a webview.
  platform: ['protocol'],
  // `connectModel.ts` and the choice of models bring settings, keys and providers together.
  views: [
    'l10n',
    'protocol',
    'session',
    'transcripts',
    'config',
    'platform',
    'worker',
    'engine',
    'models',
    'providers',
    'gateway',
  ],
};

const folders = Object.keys(arrows);

const layerRules = folders.map((folder) => ({
  name: `${folder}-imports`,
  comment: `src/${folder} may import ${['itself', ...arrows[folder]].join(', ')}.`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: { path: '^(src|webview|test|scripts|bench|evals)/', pathNot: `^src/(${[folder, ...arrows[folder]].join('|')})/` },
}));

/** Where a package may be imported; everywhere else it may not. */
const placements = [
  {
    name: 'vscode-placement',
    module: '(^vscode$|node_modules/@types/vscode/)',
    only: '^src/(extension\\.ts|views/|platform/|config/readSettings\\.ts|providers/vscodeLm\\.ts)',
  },
  { name: 'openai-placement', module: '(^|node_modules/)openai(/|$)', only: '^src/providers/openAi\\.ts' },
  { name: 'texts-placement', module: '(^|node_modules/)@vscode/l10n(/|$)', only: '^src/l10n/text\\.ts' },
  { name: 'fastify-placement', module: '(^|node_modules/)fastify(/|$)', only: '^src/gateway/server\\.ts' },
  {
    name: 'toolkit-placement',
    module: '(^|node_modules/)@vscode/webview-ui-toolkit(/|$)',
    only: '^webview/ui/toolkit\\.ts',
  },
];

const placementRules = placements.map(({ name, module, only }) => ({
  name,
  severity: 'error',
  from: { path: '^(src|webview)/', pathNot: only },
  to: { path: module },
}));

module.exports = {
  forbidden: [
    ...layerRules,
    ...placementRules,
    {
      name: 'folder-without-arrows',
      comment: 'A folder of src gets its line in `arrows` before it imports anything.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(extension\\.ts|(${folders.join('|')})/)` },
      to: {},
    },
    {
      name: 'composition-root',
      comment: 'Nothing imports the composition root.',
      severity: 'error',
      from: { path: '^(src|webview)/' },
      to: { path: '^src/extension\\.ts$' },
    },
    {
      name: 'webview-imports',
      comment: 'A webview knows the protocol and the way texts are worded, and nothing else of the host.',
      severity: 'error',
      from: { path: '^webview/' },
      to: { path: '^(src|test|scripts|bench|evals)/', pathNot: '^src/(protocol|l10n)/' },
    },
    {
      name: 'webview-in-browser',
      comment: 'A webview runs in a browser.',
      severity: 'error',
      from: { path: '^webview/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'engine-alone',
      comment: 'The engine is pure: no module of Node, no package.',
      severity: 'error',
      from: { path: '^src/engine/' },
      to: { pathNot: '^src/' },
    },
    {
      name: 'protocol-alone',
      comment: 'The protocol runs on both sides: no module of Node, and one package, which validates what comes in.',
      severity: 'error',
      from: { path: '^src/protocol/' },
      to: { pathNot: '^(src/|node_modules/zod/mini/)' },
    },
    {
      name: 'gateway-keeps-sessions-only',
      comment: 'The gateway writes sessions by the one code that writes them, and knows no agent.',
      severity: 'error',
      from: { path: '^src/gateway/' },
      to: {
        path: '^src/session/',
        pathNot:
          '^src/session/(sessionStore|archiveFolder|journalFile|journalError|sessionTitle|shareArchive|errorCode|timeSlices)\\.ts',
      },
    },
    {
      name: 'gateway-without-vscode',
      comment: 'The gateway runs without VS Code, so that it is given the settings.',
      severity: 'error',
      from: { path: '^src/(gateway|cli)/' },
      to: { path: '^src/config/readSettings\\.ts' },
    },
    {
      name: 'tokenizer-in-one-file',
      comment: 'js-tiktoken is imported by one file of src.',
      severity: 'error',
      from: { path: '^src/' },
      module: { path: '(^|node_modules/)js-tiktoken(/|$)', numberOfDependentsMoreThan: 1 },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolved',
      severity: 'error',
      from: { path: '^(src|webview)/' },
      // VS Code itself provides this module.
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Types make arrows too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
