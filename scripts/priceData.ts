import type { ConditionalPrice, MatchLogic, ModelPrice } from '@pydantic/genai-prices';
import type { DataPrices, FourPrices } from '../src/models/modelData';

/** Names of models for something else than chat, and of those that nobody serves any more. */
const NOT_FOR_CHAT =
  /^(?:text-|ada$|babbage|curie|davinci|ft:|claude-(?:2|v|instant)|gpt-3\.5-turbo-(?:0301|instruct)|gpt-4-vision)|palm-2|codellama|embed|tts|audio|image|[-/]ocr|realtime|live|voice|whisper|moderation|voxtral|transcribe|computer-use|search|omni-flash|lyria|dall-e|sora|rerank|guard/;

/** Whether a model takes part in a conversation of text, by its name. */
export function isForChat(id: string): boolean {
  return !NOT_FOR_CHAT.test(id.toLowerCase());
}

/** The source of a regular expression, for names in small letters, that says what the match says. */
export function namePattern(match: MatchLogic): string {
  if ('or' in match) return match.or.map(namePattern).join('|');
  if ('and' in match) return match.and.map((part) => `(?=${anywhere(part)})`).join('') + '.';
  if ('equals' in match) return `^${escape(match.equals)}$`;
  if ('starts_with' in match) return `^${escape(match.starts_with)}`;
  if ('ends_with' in match) return `${escape(match.ends_with)}$`;
  if ('contains' in match) return escape(match.contains);
  return match.regex;
}

/**
 * The prices of text that hold on a day (`YYYY-MM-DD`), or null where the model has none. Where they depend on the hour,
 * those that hold for most of the day.
 */
export function pricesOn(prices: ModelPrice | ConditionalPrice[], day: string): DataPrices | null {
  return textPrices(Array.isArray(prices) ? mostOfTheDay(prices, day) : prices);
}

/** A lookahead stands where the search is, so a part that may match anywhere has to say so. */
function anywhere(match: MatchLogic): string {
  const pattern = namePattern(match);
  return pattern.startsWith('^') ? pattern : `.*(?:${pattern})`;
}

function escape(text: string): string {
  return text.toLowerCase().replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
}

function mostOfTheDay(conditional: readonly ConditionalPrice[], day: string): ModelPrice {
  let standing: ModelPrice = {};
  const hourly: { hours: number; prices: ModelPrice }[] = [];
  for (const { constraint, prices } of conditional) {
    if (constraint === undefined) standing = prices;
    else if (constraint.type === 'time_of_date') {
      hourly.push({ hours: hoursBetween(constraint.start_time, constraint.end_time), prices });
    } else if (constraint.start_date <= day) standing = prices;
  }
  // A later entry goes before an earlier one, as the package has it; none of its hours overlap.
  const longest = hourly.reduce((best, entry) => (entry.hours > best.hours ? entry : best), {
    hours: 12,
    prices: standing,
  });
  return longest.prices;
}

function hoursBetween(start: string, end: string): number {
  const hour = (time: string): number => Number(time.slice(0, 2)) + Number(time.slice(3, 5)) / 60;
  return (hour(end) - hour(start) + 24) % 24;
}

function textPrices(prices: ModelPrice): DataPrices | null {
  const { input_mtok: input, output_mtok: output } = prices;
  if (input === undefined || output === undefined) return null;
  const keys = ['input_mtok', 'cache_read_mtok', 'cache_write_mtok', 'output_mtok'] as const;
  const four = (price: (key: (typeof keys)[number]) => number | null): FourPrices => [
    price(keys[0]) ?? 0,
    price(keys[1]),
    price(keys[2]),
    price(keys[3]) ?? 0,
  ];
  const base = four((key) => {
    const value = prices[key];
    return typeof value === 'object' ? value.base : (value ?? null);
  });
  const start = typeof input === 'object' ? input.tiers[0]?.start : undefined;
  if (start === undefined) return { base };
  const above = four((key) => {
    const value = prices[key];
    return typeof value === 'object' ? (value.tiers[0]?.price ?? value.base) : (value ?? null);
  });
  return { base, long: [start, ...above] };
}
