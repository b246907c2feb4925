import type { ModelData } from './modelData';
import modelData from './modelData.json';

export interface OfferedModel {
  readonly name: string;
  /** Tokens. */
  readonly window: number;
  /** US dollars for a million tokens in. */
  readonly inputPrice: number;
}

/** The first alternative of a pattern, where it is one name: `^gpt-5-mini$`. */
const NAME = /^\^((?:[a-z0-9:-]|\\\.)+)\$?(?:\||$)/;

// The file is made by a script and checked by a test; its type as JSON says less than it holds.
const DATA = modelData as unknown as ModelData;

/** Models of which window and prices are known, without their makers' names; to be offered, not complete. */
export function knownModels(): readonly OfferedModel[] {
  const patterns = DATA.rows.map(([pattern]) => new RegExp(pattern));
  const models = DATA.rows.flatMap(([pattern, window, [inputPrice]], place): OfferedModel[] => {
    const name = NAME.exec(pattern)?.[1]?.replaceAll('\\.', '.');
    if (name === undefined || window === 0) return [];
    // The first row that matches it is the one that holds.
    return patterns.findIndex((each) => each.test(name)) === place ? [{ name, window, inputPrice }] : [];
  });
  const byName = new Intl.Collator('en', { numeric: true });
  return models.sort((a, b) => byName.compare(a.name, b.name));
}
