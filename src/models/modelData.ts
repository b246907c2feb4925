/** Dollars for a million tokens of input, of cached input, written to the cache, and of output; null where unknown. */
export type FourPrices = readonly [
  input: number,
  cachedInput: number | null,
  cacheWrite: number | null,
  output: number,
];

/** Input tokens above which a whole request has other prices, and these. */
export type LongPrices = readonly [aboveInputTokens: number, ...FourPrices];

/** Prices as they stand in a row. */
export interface DataPrices {
  readonly base: FourPrices;
  readonly long?: LongPrices;
}

/** A name, or the source of a regular expression over names; the window in tokens, 0 where unknown; prices. */
export type DataRow =
  | readonly [name: string, window: number, prices: FourPrices]
  | readonly [name: string, window: number, prices: FourPrices, long: LongPrices];

/** What `scripts/bakeModelData.ts` takes over from the package with the prices. Names are in small letters. */
export interface ModelData {
  /** Package and version. */
  readonly source: string;
  /** Day (`YYYY-MM-DD`) on which the prices held. */
  readonly asOf: string;
  /** By pattern, for names without a prefix; the first match holds. */
  readonly rows: readonly DataRow[];
  /** By the whole name, with the maker in front. */
  readonly names: DataRow[];
}

/** What the data says of a model. */
export interface KnownModel {
  /** Tokens; null where unknown. */
  readonly window: number | null;
  /** Null where the name is known but not who serves it, or what for. */
  readonly prices: DataPrices | null;
}

/** Names of hosts and regions that Amazon Bedrock puts before a name: `us.anthropic.claude-…`. */
const DOTTED_PREFIX = /^(?:[a-z]+\.)+/;

/** Variants that an aggregator puts behind a name, as in `:free`, `:nitro`, `:online`. */
const VARIANT = /:[a-z]+$/;

const FREE: DataPrices = { base: [0, 0, 0, 0] };

/** Finds a model by its name, with or without a prefix. Null where the data has nothing. */
export function lookUpModel(model: string, data: ModelData): KnownModel | null {
  const whole = model.trim().toLowerCase();
  const plain = whole.replace(VARIANT, '');
  const named = byName(plain, data);
  const matched = byPattern(whole, data) ?? byPattern(plain, data) ?? byLastPart(plain, data);
  // Who serves a model decides on its price, and mostly leaves its window to the maker.
  const known = named === null ? matched : { ...named, window: named.window ?? matched?.window ?? null };
  return known !== null && whole.endsWith(':free') ? { ...known, prices: FREE } : known;
}

function byName(name: string, { names }: ModelData): KnownModel | null {
  return knownModel(names.find(([known]) => known === name));
}

function byPattern(name: string, { rows }: ModelData): KnownModel | null {
  const bare = lastPart(name).replace(DOTTED_PREFIX, '');
  return knownModel(rows.find(([pattern]) => new RegExp(pattern).test(bare)));
}

/** A name without its maker says which model it is, not who serves it at which price. */
function byLastPart(name: string, { names }: ModelData): KnownModel | null {
  if (name.includes('/')) return null;
  const row = names.find(([known, window]) => window > 0 && lastPart(known) === name);
  return row === undefined ? null : { window: row[1], prices: null };
}

function knownModel(row: DataRow | undefined): KnownModel | null {
  if (row === undefined) return null;
  const [, window, base, long] = row;
  return { window: window === 0 ? null : window, prices: long === undefined ? { base } : { base, long } };
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
