/** What was wrong with a value inside JSON that people write. */
export interface Problem {
  /** Names from the outside in, spelled as written: `profiles.long-context.compression.threshold_tokens`. */
  readonly path: string;
  /** Words that follow the path: `must be a whole number above 0`. */
  readonly fault: string;
  /** `unknown`: a name nothing is read from, which may be meant for another program. */
  readonly kind: 'wrong' | 'unknown';
}

/** What could be taken of a value, and what could not. */
export interface Parsed<Value> {
  readonly value: Value;
  readonly problems: readonly Problem[];
}

/** `profiles.x.providers must be a list`. */
export function problemText({ path, fault }: Problem): string {
  return path === '' ? `The value ${fault}` : `${path} ${fault}`;
}
