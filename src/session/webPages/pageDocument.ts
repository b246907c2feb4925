/** What is used of a document; the host's code has no browser around it, and so not a browser's types. */
export interface PageElement {
  readonly localName: string;
  readonly textContent: string | null;
  readonly children: Iterable<PageElement>;
  closest(selector: string): PageElement | null;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  remove(): void;
}

export interface PageDocument {
  readonly documentElement: PageElement | null;
  cloneNode(deep: boolean): PageDocument;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
