import type { Composition } from '../../src/protocol/inspectorFacts';
import { t } from '../ui/text';

/** The parts of the context in the order they are sent, with their names. */
export const compositionOrder: readonly { readonly key: keyof Composition; readonly label: string }[] = [
  { key: 'system', label: t('system') },
  { key: 'tools', label: t('tools') },
  { key: 'memory', label: t('memory') },
  { key: 'summaries', label: t('summaries') },
  { key: 'notices', label: t('notices') },
  { key: 'user', label: t('user') },
  { key: 'assistant', label: t('assistant') },
  { key: 'toolResults', label: t('tool results') },
];
