import type { VNode } from 'preact';

interface TokenBarProps {
  readonly tokensInContext: number;
  readonly tokensOriginal: number;
  /** Tokens that fill the whole bar. */
  readonly scale: number;
}

/** Part of the bar for a number of tokens. The square root keeps a line of 20 tokens and a file of 60 000 both in sight. */
function barWidth(tokens: number, scale: number): string {
  const share = Math.min(1, Math.sqrt(tokens / Math.max(1, scale)));
  return `${String(Math.round(share * 1000) / 10)}%`;
}

/** What is in the context, over the ghost of what was there. */
export function TokenBar({ tokensInContext, tokensOriginal, scale }: TokenBarProps): VNode {
  return (
    <span class="token-bar">
      {tokensOriginal > tokensInContext ? (
        <span class="token-bar-ghost" style={{ width: barWidth(tokensOriginal, scale) }} />
      ) : null}
      {tokensInContext > 0 ? (
        <span class="token-bar-now fate-fill" style={{ width: barWidth(tokensInContext, scale) }} />
      ) : null}
    </span>
  );
}
