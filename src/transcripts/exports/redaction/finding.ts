/** A part of a text that is to be masked: characters `start` up to, and without, `end`. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  /** What it is, for people, such as `API key`; it stands in the place of what is masked. */
  readonly kind: string;
}

/** What the host knows of the user. It is searched for, never shown, logged or kept. */
export interface PersonalSecrets {
  /** Keys of the user, as they are stored. */
  readonly keys: readonly string[];
  /** The user's home folder; empty for none. */
  readonly homeFolder: string;
}
