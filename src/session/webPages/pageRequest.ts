/** What the thread that fetches is asked: one address, already checked to be http or https without credentials. */
export interface PageRequest {
  readonly url: string;
}

/** What it answers. */
export type PageAnswer =
  | {
      readonly kind: 'page';
      /** Where the redirects led. */
      readonly url: string;
      /** As the server sent it: 200, 404. */
      readonly status: number;
      /** Markdown for pages, otherwise the text as it is. */
      readonly text: string;
      /** The body was larger than `MOST_BODY_BYTES`, so its end is missing. */
      readonly isCut: boolean;
    }
  /** The server leads to another host, which nobody has agreed to. */
  | { readonly kind: 'elsewhere'; readonly url: string }
  | { readonly kind: 'refused'; readonly reason: PageRefusal; readonly text: string };

export type PageRefusal = 'address' | 'network' | 'redirects' | 'type' | 'unreadable';

/** Bytes read of a body once it is decompressed; a long page of documentation has some hundred thousand. */
export const MOST_BODY_BYTES = 5_000_000;

/** The page cannot be had; the message tells the model why. */
export class PageError extends Error {
  override readonly name = 'PageError';
  constructor(
    readonly reason: PageRefusal,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
