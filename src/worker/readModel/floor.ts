import { type ContextLimits, type EngineSettings, inputLimit } from '../../engine/settings';
import { t, tn } from '../../l10n/text';
import type { KeptItem, KeptMessages } from './keptMessages';

/** At most this many of the largest are named. */
const NAMED_ITEMS = 5;

/** Smaller ones than this share of the whole would not help if they went. */
const NAMED_SHARE = 0.05;

/** What a compaction aims at. */
interface Aim {
  readonly targetTokens: number;
  /** Messages at the end that it leaves alone. */
  readonly keepLast: number;
  /** Pruning aims, else proactive compression. */
  readonly isPruning: boolean;
  /** It says at what. */
  readonly setting: string;
}

/**
 * In words, what always stays where that alone is larger than ③ or proactive compression aims at: then no compaction
 * comes down to its target. Null where all is well.
 */
export function floorText(kept: KeptMessages, settings: EngineSettings, limits: ContextLimits): string | null {
  for (const aim of aims(settings, limits)) {
    const items = kept.items(aim.keepLast);
    const total = items.reduce((sum, { tokens }) => sum + tokens, 0);
    if (total > aim.targetTokens) return textOf(aim, items, total);
  }
  return null;
}

function aims({ layer2, compression }: EngineSettings, limits: ContextLimits): Aim[] {
  const prune = Math.floor(Math.min(layer2.pruneTargetRatio, layer2.preemptiveRatio) * inputLimit(limits));
  const stages = compression.enabled ? compression.stages : [];
  return [
    { targetTokens: prune, keepLast: layer2.keepLast, isPruning: true, setting: 'strata.layer2.pruneTargetRatio' },
    ...stages.map(({ targetTokens }, position) => ({
      targetTokens,
      keepLast: compression.preserveRecentMessages,
      isPruning: false,
      setting:
        stages.length === 1 ? 'strata.compression.targetTokens' : `strata.compression.stages.${String(position)}`,
    })),
  ];
}

function textOf({ targetTokens, isPruning, setting }: Aim, items: readonly KeptItem[], total: number): string {
  const largest = [...items].sort((a, b) => b.tokens - a.tokens);
  const named = largest
    .filter(({ tokens }, place) => place === 0 || tokens >= total * NAMED_SHARE)
    .slice(0, NAMED_ITEMS)
    .map(({ name, tokens }) => tn('{1}, {0} token', '{1}, {0} tokens', tokens, name));
  const sentences = [
    isPruning
      ? t(
          'What always stays takes {0} tokens, more than the {1} that pruning aims at ({2}), so it cannot bring the context down that far.',
          total,
          targetTokens,
          setting,
        )
      : t(
          'What always stays takes {0} tokens, more than the {1} that proactive compression aims at ({2}), so it cannot bring the context down that far.',
          total,
          targetTokens,
          setting,
        ),
    t('The largest: {0}.', named.join('; ')),
    t('Unpin or shorten these, raise the target, or choose a model with a larger window.'),
    // Why proactive compression, or pruning, leaves alone what it had taken before.
    ...(items.some(({ isPutBack }) => isPutBack)
      ? [t('What you put back goes again only when you ask for it, or when the context would not fit.')]
      : []),
  ];
  return sentences.join(' ');
}
