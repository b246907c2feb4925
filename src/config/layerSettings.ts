import type { SettingDefinition } from './settingDefinition';

const readingTools = ['Read File', 'Bash', 'Grep', 'Glob', 'Search Files', 'Web Fetch', 'Edit'] as const;

/** The thresholds of the three layers; part of the table of every setting. */
export const layerSettings = {
  'layer1.singleToolResultShare': {
    type: 'number',
    default: 0.5,
    minimum: 0.01,
    maximum: 1,
    tuning: { title: 'One result at most', unit: 'share' },
    category: 'Layer 1',
    order: 1,
    scope: 'window',
    markdownDescription:
      'Largest share of the context window that one tool result may take. A larger result is cut at a line break; the whole text stays in the archive.',
  },
  'layer1.offloadThresholdTokens': {
    type: 'integer',
    default: 20_000,
    minimum: 100,
    maximum: 10_000_000,
    tuning: { title: 'Archive results above', unit: 'tokens' },
    category: 'Layer 1',
    order: 2,
    scope: 'window',
    markdownDescription:
      'Tokens above which a tool result goes to the archive as soon as it appears. Its first and last lines and a pointer stay in the context.',
  },
  'layer1.inputHeadroomRatio': {
    type: 'number',
    default: 0.75,
    minimum: 0.02,
    maximum: 1,
    tuning: { title: 'Compact above', unit: 'share' },
    category: 'Layer 1',
    order: 3,
    scope: 'window',
    markdownDescription:
      'Share of the context window above which old results of `#strata.layer1.compactableTools#` are replaced by a pointer to the archive, oldest first.',
  },
  'layer1.compactTargetRatio': {
    type: 'number',
    default: 0.6,
    minimum: 0.01,
    maximum: 1,
    tuning: { title: 'Compact down to', unit: 'share' },
    category: 'Layer 1',
    order: 4,
    scope: 'window',
    markdownDescription:
      'Share of the context window down to which one batch replaces results. Must be below `#strata.layer1.inputHeadroomRatio#`; the wider the gap, the longer the cached prefix stays stable.',
  },
  'layer1.evictInputsRatio': {
    type: 'number',
    default: 0.85,
    minimum: 0.02,
    maximum: 1,
    tuning: { title: 'Archive arguments above', unit: 'share' },
    category: 'Layer 1',
    order: 5,
    scope: 'window',
    markdownDescription:
      'Share of the context window above which large arguments of old write and edit calls become pointers to the archive.',
  },
  'layer1.compactableTools': {
    type: 'list',
    default: readingTools,
    suggestions: readingTools,
    tuning: { title: 'Compact results of' },
    category: 'Layer 1',
    order: 6,
    scope: 'window',
    markdownDescription:
      'Tools whose results may be replaced by a pointer. Similar tools of other agents count under the same names. Results of tools that write files always stay.',
  },
  'layer2.preemptiveRatio': {
    type: 'number',
    default: 0.9,
    minimum: 0.02,
    maximum: 1,
    tuning: { title: 'Prune above', unit: 'share' },
    category: 'Layer 2',
    order: 1,
    scope: 'window',
    markdownDescription:
      'Share of the input limit (window less reserve) above which the middle of the conversation is removed before a call. The removed messages stay in the archive.',
  },
  'layer2.pruneTargetRatio': {
    type: 'number',
    default: 0.6,
    minimum: 0.01,
    maximum: 1,
    tuning: { title: 'Prune down to', unit: 'share' },
    category: 'Layer 2',
    order: 2,
    scope: 'window',
    markdownDescription:
      'Share of the input limit down to which messages are removed. Must be below `#strata.layer2.preemptiveRatio#`.',
  },
  'layer2.keepLast': {
    type: 'integer',
    default: 6,
    minimum: 1,
    maximum: 1000,
    tuning: { title: 'Keep the newest', unit: 'messages' },
    category: 'Layer 2',
    order: 3,
    scope: 'window',
    markdownDescription: 'Messages at the end that are never removed; at most a third of all messages.',
  },
  'layer3.summarizePruned': {
    type: 'boolean',
    default: true,
    tuning: { title: 'Summarize what was pruned' },
    category: 'Layer 3',
    order: 1,
    scope: 'window',
    markdownDescription:
      'After messages were removed, have a summary of them written aside and put in the place of the notice. Costs one to five calls to the model each time.',
  },
  'layer3.chunkCharacters': {
    type: 'integer',
    default: 50_000,
    minimum: 1_000,
    maximum: 10_000_000,
    tuning: { title: 'Summarize in chunks of', unit: 'characters' },
    category: 'Layer 3',
    order: 2,
    scope: 'window',
    markdownDescription:
      'Characters above which the text to summarize is split into chunks, which are summarized side by side and merged.',
  },
  'layer3.maximumChunks': {
    type: 'integer',
    default: 4,
    minimum: 1,
    maximum: 16,
    tuning: { title: 'Chunks at most', unit: 'chunks' },
    category: 'Layer 3',
    order: 3,
    scope: 'window',
    markdownDescription: 'Most chunks a text to summarize is split into.',
  },
  'layer3.factsShare': {
    type: 'number',
    default: 0.06,
    minimum: 0,
    maximum: 0.5,
    tuning: { title: 'List of facts at most', unit: 'share' },
    category: 'Layer 3',
    order: 4,
    scope: 'window',
    markdownDescription:
      'Largest share of the context window for the list of facts (paths, commands, errors, numbers, standing instructions, open todos) that a summary left out.',
  },
} as const satisfies Record<string, SettingDefinition>;
