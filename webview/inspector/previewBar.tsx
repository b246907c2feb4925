import type { VNode } from 'preact';
import { formatNumber, formatShare } from '../ui/numbers';
import { rich } from '../ui/rich';
import { t, tn } from '../ui/text';

interface PreviewBarProps {
  /** Of the whole input. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  /** Tokens of the window: the whole width. */
  readonly window: number;
}

/** The input as it would be, over the ghost of what goes. */
export function PreviewBar({ tokensBefore, tokensAfter, window }: PreviewBarProps): VNode {
  const full = Math.max(1, window, tokensBefore);
  const width = (tokens: number): string => `${String((tokens / full) * 100)}%`;
  const share = (tokens: number): string => formatShare(tokens / Math.max(1, window));
  return (
    <div class="preview-change">
      <p class="number">
        {rich(
          '{0} {1} → {2} {3}',
          <span class="soft">{t('Input')}</span>,
          formatNumber(tokensBefore),
          <strong>{tn('{0} token', '{0} tokens', tokensAfter)}</strong>,
          <span class="soft">{t('({0} → {1} of the window)', share(tokensBefore), share(tokensAfter))}</span>,
        )}
      </p>
      <div class="preview-bar" aria-hidden="true">
        <div class="preview-bar-before" style={{ width: width(tokensBefore) }} />
        <div class="preview-bar-after" style={{ width: width(tokensAfter) }} />
      </div>
    </div>
  );
}
