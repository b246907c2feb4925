import { printLine } from '../scripts/printLine';

/** A measured figure beside its bar. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  readonly unit: '×' | 'MB' | '%' | '';
  readonly limit: { readonly atLeast: number } | { readonly atMost: number };
}

/** Prints the figure beside its bar and says whether it is met. */
export function reportBar({ name, value, unit, limit }: Bar): boolean {
  const atLeast = 'atLeast' in limit;
  const bound = atLeast ? limit.atLeast : limit.atMost;
  const met = atLeast ? value >= bound : value <= bound;
  const figure = `${value.toFixed(2)} ${unit}`.trimEnd();
  printLine(`${met ? 'met   ' : 'MISSED'}  ${name.padEnd(70)} ${figure.padStart(10)}  ${atLeast ? '≥' : '≤'} ${bound}`);
  return met;
}
