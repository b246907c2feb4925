import { contentOf } from '../engine/countedContent';
import type { Message } from '../engine/message';
import { MessageCounter } from '../engine/messageCounter';
import type { CalibratedCounter } from '../engine/tokens/calibratedCounter';
import type { EstimateCalibration } from '../engine/tokens/calibration';
import type { ByKind } from '../engine/tokens/contentMix';
import type { ImageRule } from '../engine/tokens/imageTokens';
import { addShares, NO_TOKENS } from '../engine/tokens/shares';
import { remembered } from './cachingCounter';

/** A message as the stand-in counts it. */
interface StandInMessage {
  readonly otherTokens: number;
  readonly texts: readonly ByKind[];
}

/**
 * Estimates each message with factors that change from call to call. The stand-in's counts, which are all of the cost,
 * stay known when the factors change, so that counting a long history anew is a few multiplications a message.
 */
export class CalibratedMessageCounter extends MessageCounter {
  readonly #tokens = new WeakMap<Message, number>();

  constructor(
    private readonly estimates: CalibratedCounter,
    private readonly rule: ImageRule,
    private readonly known = new WeakMap<Message, StandInMessage>(),
  ) {
    super(estimates, rule);
  }

  get calibration(): EstimateCalibration {
    return this.estimates.calibration;
  }

  /** A counter with other factors that knows what this one has counted. */
  recalibrated(calibration: EstimateCalibration): CalibratedMessageCounter {
    return new CalibratedMessageCounter(this.estimates.recalibrated(calibration), this.rule, this.known);
  }

  override countMessage(message: Message): number {
    return remembered(this.#tokens, message, () => {
      const { otherTokens, texts } = this.standInOf(message);
      return texts.reduce((sum, text) => sum + this.estimates.tokensOf(text), otherTokens);
    });
  }

  override sharesOfMessage(message: Message): ByKind {
    return this.standInOf(message).texts.reduce((sum, text) => addShares(sum, this.estimates.byKind(text)), NO_TOKENS);
  }

  override sharesOfText(text: string): ByKind {
    return this.estimates.byKind(this.estimates.standInTokens(text));
  }

  private standInOf(message: Message): StandInMessage {
    return remembered(this.known, message, () => {
      const { otherTokens, texts } = contentOf(message, this.rule);
      return { otherTokens, texts: texts.map((text) => this.estimates.standInTokens(text)) };
    });
  }
}
