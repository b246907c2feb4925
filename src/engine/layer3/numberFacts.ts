/** Numbers with their unit in a text. Every part is bounded, so that long rows of digits cost no more than others. */

const UNITS = [
  'ms|[µun]s|s|secs?|seconds?|mins?|minutes?|hours?|hrs?|h|days?|weeks?|months?|years?',
  '[kKMGT]i?B|bytes?|bits?|[kKM]bps|[MG]bit',
  '[kKMG]?Hz|px|rem|pt|dpi|fps|mm|cm|km|kg|°C|€|USD|EUR',
  'tokens?|chars?|characters?|lines?|files?|tests?|rows?|requests?|items?|errors?|warnings?|commits?|passed|failed|passing|failing|skipped',
].join('|');

const QUANTITY = new RegExp(
  String.raw`[$€£]\d[\d.,_]{0,14}(?<=\d)(?!\w)|(?<![\w.,/#]|[^\d\s]-)(?:\d[\d.,]{0,8}[-–])?\d[\d.,_]{0,14}(?:%|[ -]?(?:${UNITS})(?![\w/-]))`,
  'g',
);

export function* numbersIn(text: string): Generator<string, void, undefined> {
  for (const [quantity] of text.matchAll(QUANTITY)) yield quantity;
}
