import { printLine } from '../scripts/printLine';

/** A measured figure beside its bar. */
export interface Bar {
  /** Begins with the number of the bar. */
  readonly name: string;
  readonly value: number;
  readonly unit: '×' | 'ms' | 'MB' | '%' | '';
  readonly limit: { readonly atLeast: number } | { readonly atMost: number };
}

const MISSED = 'MISSED';
const UNMEASURED = 'NOT MEASURED';
const VERDICT_LENGTH = UNMEASURED.length;

/** Prints figures beside their bars, and keeps what became of them. */
export class BarReport {
  #missed = 0;
  #unmeasured = 0;

  /** Of a process that measures: 1 where a bar is missed, 2 where one could not be measured, else 0. */
  get exitCode(): number {
    return this.#missed > 0 ? 1 : this.#unmeasured > 0 ? 2 : 0;
  }

  /** Prints the figure beside its bar. */
  report({ name, value, unit, limit }: Bar): void {
    const atLeast = 'atLeast' in limit;
    const bound = atLeast ? limit.atLeast : limit.atMost;
    const met = atLeast ? value >= bound : value <= bound;
    if (!met) this.#missed += 1;
    const figure = `${value.toFixed(2)} ${unit}`.trimEnd();
    printVerdict(met ? 'met' : MISSED, `${name.padEnd(80)} ${figure.padStart(10)}  ${atLeast ? '≥' : '≤'} ${bound}`);
  }

  /** Says that the bar could not be measured: that is not the same as met. */
  unmeasured(name: string, reason: string): void {
    this.#unmeasured += 1;
    printVerdict(UNMEASURED, `${name}: ${reason}`);
  }
}

/** What a printed line says of a bar; null where it is no verdict. */
export function verdictOf(
  line: string,
): { readonly kind: 'met' | 'missed' | 'unmeasured'; readonly text: string } | null {
  const text = line.slice(VERDICT_LENGTH).trim();
  switch (line.slice(0, VERDICT_LENGTH).trimEnd()) {
    case 'met':
      return { kind: 'met', text };
    case MISSED:
      return { kind: 'missed', text };
    case UNMEASURED:
      return { kind: 'unmeasured', text };
    default:
      return null;
  }
}

function printVerdict(verdict: string, text: string): void {
  printLine(`${verdict.padEnd(VERDICT_LENGTH)}  ${text}`);
}
