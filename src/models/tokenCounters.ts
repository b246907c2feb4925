import type { MessageCounter } from '../engine/messageCounter';
import { CalibratedCounter } from '../engine/tokens/calibratedCounter';
import { CalibrationBook, type CalibrationSample } from '../engine/tokens/calibrationBook';
import type { EstimateCalibration } from '../engine/tokens/calibration';
import { createEstimatingCounter, createExactCounter, type TokenCounter } from '../engine/tokens/counter';
import type { EncodingName } from '../engine/tokens/encodingName';
import { ORDINARY_RATIOS } from '../engine/tokens/tokenRatios';
import { bakedRanksPath, readBakedRanks } from './bakedRanks';
import { encodingForModel } from './encodingForModel';
import { imageRuleFor } from './imageRuleFor';
import { isCountedExactly, modelFamily } from './modelFamily';
import { startingCalibration } from './startingCalibration';
import { CachingCounter } from './cachingCounter';
import { CalibratedMessageCounter } from './calibratedMessageCounter';

/** Factors that moved by less than this share leave the counter as it is: a history is not folded anew for nothing. */
const NOTABLE_CHANGE = 0.01;

/** Counters by model, their ranks read when first needed. */
export class TokenCounters {
  readonly #encodings = new Map<EncodingName, Promise<TokenCounter>>();
  /** For models whose encoding is public, by encoding and image rule. */
  readonly #exact = new Map<string, Promise<MessageCounter>>();
  /** For the others, by model. */
  readonly #calibrated = new Map<string, Promise<CalibratedMessageCounter>>();
  #book = new CalibrationBook();

  /** @param ranksFolder where the build left the ranks */
  constructor(private readonly ranksFolder: string) {}

  /** What was learnt so far, to be kept between sessions. */
  get book(): CalibrationBook {
    return this.#book;
  }

  /** Goes on from what an earlier session had learnt. */
  restore(book: CalibrationBook): void {
    this.#book = book;
  }

  /**
   * `counted` for models of OpenAI and where no model is named, as far as the ranks can be read; otherwise a counter that
   * estimates and says so. The same object as before unless something notable was learnt of the model meanwhile.
   */
  async counterFor(model: string): Promise<MessageCounter> {
    if (isCountedExactly(modelFamily(model))) return this.#exactFor(model);
    const counter = await this.#calibratedFor(model);
    const calibration = this.#book.of(model)?.calibration ?? this.#start(model);
    if (!differs(counter.calibration, calibration)) return counter;
    const recalibrated = counter.recalibrated(calibration);
    this.#calibrated.set(model, Promise.resolve(recalibrated));
    return recalibrated;
  }

  /**
   * Learns from one call to a model. Counters that are in use stay as they are; `counterFor` gives the next.
   *
   * @returns whether anything was learnt, so that `book` is to be kept
   */
  observe(model: string, sample: CalibrationSample): boolean {
    return this.#book.observe(model, sample, this.#start(model));
  }

  #start(model: string): EstimateCalibration {
    return startingCalibration(modelFamily(model));
  }

  #exactFor(model: string): Promise<MessageCounter> {
    const encoding = encodingForModel(model);
    const rule = imageRuleFor(model);
    return getOrAdd(
      this.#exact,
      `${encoding} ${rule}`,
      async () => new CachingCounter(await this.#standIn(encoding), rule),
    );
  }

  #calibratedFor(model: string): Promise<CalibratedMessageCounter> {
    return getOrAdd(this.#calibrated, model, async () => {
      const standIn = await this.#standIn(encodingForModel(model));
      return new CalibratedMessageCounter(new CalibratedCounter(standIn, this.#start(model)), imageRuleFor(model));
    });
  }

  #standIn(encoding: EncodingName): Promise<TokenCounter> {
    return getOrAdd(this.#encodings, encoding, async () => {
      try {
        return createExactCounter(await readBakedRanks(bakedRanksPath(this.ranksFolder, encoding)));
      } catch {
        // A session without exact counts is worth more than none; every number then says that it is estimated.
        return createEstimatingCounter(ORDINARY_RATIOS);
      }
    });
  }
}

function getOrAdd<Key, Value>(map: Map<Key, Promise<Value>>, key: Key, make: () => Promise<Value>): Promise<Value> {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

function differs(one: EstimateCalibration, other: EstimateCalibration): boolean {
  return (['latin', 'cjk', 'code', 'base64'] as const).some(
    (kind) => Math.abs(other[kind] - one[kind]) > NOTABLE_CHANGE * one[kind],
  );
}
