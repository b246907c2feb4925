import type { Suggestion } from './suggestionList';

/** What stands behind an `@` right before the caret. */
export interface Mention {
  readonly query: string;
  /** Positions of the `@` and behind the last letter. */
  readonly from: number;
  readonly to: number;
}

/** The mention that is being typed, or null. */
export function mentionAt(text: string, caret: number): Mention | null {
  const before = text.slice(0, caret);
  const match = /(?:^|[\s([{])@(?<query>[^\s"'<>|*?@]*)$/u.exec(before);
  const query = match?.groups?.['query'];
  return query === undefined ? null : { query, from: caret - query.length - 1, to: caret };
}

/** A path as it is written behind `@`. */
export function mentionOf(path: string): Suggestion {
  const slash = path.lastIndexOf('/');
  return {
    label: path.slice(slash + 1),
    detail: slash < 0 ? '' : path.slice(0, slash),
    insert: /[\s"'<>|*?]/u.test(path) ? `@"${path}" ` : `@${path} `,
    isWhole: false,
  };
}
