import { boundedCalibration, type EstimateCalibration } from './calibration';
import { type ByKind, contentMix, kindsIn } from './contentMix';
import { ContentTally } from './contentTally';
import type { TokenCounter } from './counter';

/** Far below a token: what multiplying and dividing by a factor may leave over. */
const ROUNDING = 1e-6;

/**
 * Counts for a model whose tokenizer is not public: the count of a stand-in (o200k_base, or the estimate where its ranks
 * are not at hand) times a factor for each kind of content, which `calibrate` learns from what the provider reports.
 * Never changes what it counts; who has learnt something makes another one.
 */
export class CalibratedCounter implements TokenCounter {
  readonly method = 'estimated';
  readonly calibration: EstimateCalibration;

  constructor(
    private readonly standIn: TokenCounter,
    calibration: EstimateCalibration,
  ) {
    this.calibration = boundedCalibration(calibration);
  }

  /** A counter with other factors over the same stand-in. */
  recalibrated(calibration: EstimateCalibration): CalibratedCounter {
    return new CalibratedCounter(this.standIn, calibration);
  }

  countText(text: string): number {
    return this.tokensOf(this.standInTokens(text));
  }

  /** The stand-in's tokens of a text by kind of content: all of the cost of counting, and the same whatever was learnt. */
  standInTokens(text: string): ByKind {
    const tokens = this.standIn.countText(text);
    const { latin, cjk, code, base64 } = contentMix(text);
    return { latin: latin * tokens, cjk: cjk * tokens, code: code * tokens, base64: base64 * tokens };
  }

  /** Whole tokens, rounded up, for what `standInTokens` gave. */
  tokensOf(standIn: ByKind): number {
    const { latin, cjk, code, base64 } = this.byKind(standIn);
    return Math.max(0, Math.ceil(latin + cjk + code + base64 - ROUNDING));
  }

  /** Tokens by kind, not rounded, for what `standInTokens` gave. */
  byKind(standIn: ByKind): ByKind {
    const { latin, cjk, code, base64 } = this.calibration;
    return {
      latin: standIn.latin * latin,
      cjk: standIn.cjk * cjk,
      code: standIn.code * code,
      base64: standIn.base64 * base64,
    };
  }

  /**
   * See `TokenCounter`. The cut allows for the dearest kind that the text has anything of, so it may give up to that
   * factor less than would fit, never more, and never less for more tokens.
   */
  prefixWithin(text: string, tokens: number): number {
    if (this.countText(text) <= tokens) return text.length;
    return this.cut(
      text,
      tokens,
      (room) => this.standIn.prefixWithin(text, room),
      (offset) => text.slice(0, offset),
    );
  }

  /** See `TokenCounter` and `prefixWithin`. */
  suffixWithin(text: string, tokens: number): number {
    if (this.countText(text) <= tokens) return 0;
    return this.cut(
      text,
      tokens,
      (room) => this.standIn.suffixWithin(text, room),
      (offset) => text.slice(offset),
    );
  }

  private cut(
    text: string,
    tokens: number,
    offsetWithin: (standInTokens: number) => number,
    kept: (offset: number) => string,
  ): number {
    const tally = new ContentTally();
    tally.add(text, 0, text.length);
    const factors = kindsIn(tally).map((kind) => this.calibration[kind]);
    const offset = offsetWithin(Math.floor(tokens / Math.max(...factors) + ROUNDING));
    if (this.countText(kept(offset)) <= tokens) return offset;
    // A part may look like a kind that the whole has nothing of, such as a name cut to what looks like base64.
    const dearest = Math.max(...Object.values(this.calibration));
    return offsetWithin(Math.floor(tokens / dearest + ROUNDING));
  }
}
