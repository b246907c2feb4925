/**
 * From where a page looks at its session. Whatever is asked of a session says from where, and without a word it is now; so
 * two pages of one session may look from two places, and nothing that is added moves what one looks at.
 */
export type Perspective =
  | { readonly kind: 'now' }
  /** As it was when a call was made, from 0. */
  | { readonly kind: 'call'; readonly call: number };

/** Part of whatever is asked. */
export interface Looking {
  /** Left out: now. */
  readonly perspective?: Perspective | undefined;
}
