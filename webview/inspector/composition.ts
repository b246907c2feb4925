import type { Composition } from '../../src/protocol/inspectorFacts';

/** The parts of the context in the order they are sent, with their names. */
export const compositionOrder: readonly { readonly key: keyof Composition; readonly label: string }[] = [
  { key: 'system', label: 'system' },
  { key: 'tools', label: 'tools' },
  { key: 'memory', label: 'memory' },
  { key: 'summaries', label: 'summaries' },
  { key: 'notices', label: 'notices' },
  { key: 'user', label: 'user' },
  { key: 'assistant', label: 'assistant' },
  { key: 'toolResults', label: 'tool results' },
];
