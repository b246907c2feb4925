import { archiveResult } from '../archiveOriginals';
import type { ReplaceEdit } from '../decision';
import { COMPACTED_MARKER, withPointers } from '../notices';
import type { StrategyContext } from '../strategy';

/** The edit that leaves marker and pointers in place of a result, or null where that would save nothing. */
export function replaceResult(context: StrategyContext, index: number): ReplaceEdit | null {
  const { ledger, archive } = context;
  const tokensBefore = ledger.state(index).tokensInContext;
  // A pointer takes at least a few tokens, so a result hardly larger than the marker is not even archived.
  if (tokensBefore <= ledger.markerTokens) return null;
  const pointers = archive === null ? [] : archiveResult(archive, ledger.message(index));
  const text = withPointers(COMPACTED_MARKER, pointers);
  const tokensAfter = ledger.counter.countContinuedMessage(text, {
    characters: COMPACTED_MARKER.length,
    tokens: ledger.markerTokens,
  });
  return tokensAfter < tokensBefore ? { kind: 'replace', index, text, pointers, tokensBefore, tokensAfter } : null;
}
