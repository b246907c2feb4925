import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { addTableRules } from './markdownTables';
import type { PageDocument, PageElement } from './pageDocument';
import { PageError } from './pageRequest';

/** Elements the search for the article looks at; a page with more is taken whole. */
const MOST_ELEMENTS = 100_000;

/** The article must hold this share of the page's text, or it is not what the page is about. */
const ARTICLE_SHARE = 0.3;

/** What shows nothing, runs, or is asked of a reader who cannot answer. */
const UNREAD =
  'body > header, nav, footer, :not(head) > title, script, style, noscript, template, iframe, object, embed, svg, canvas, form, button, input, select, textarea, dialog, [hidden]';

/** What surrounds the content of a page. */
const FRAME = 'head, aside, header:not(article header)';

/** Levels of elements within each other; what looks at a page takes the square of them. */
const MOST_LEVELS = 256;

/** The libraries over the parser's documents instead of a browser's. */
interface PageConverter {
  turndown(content: PageElement): string;
}
const PageReadability = Readability as unknown as new (
  document: PageDocument,
  options: {
    readonly maxElemsToParse: number;
    readonly keepClasses: boolean;
    readonly serializer: (node: PageElement) => PageElement;
  },
) => { parse(): { readonly length?: number | null; readonly content?: PageElement | null } | null };

/**
 * The readable part of a page as Markdown: its article where one can be told from the rest, otherwise all but what
 * surrounds the content. Nothing of it can run: scripts and their like are left out, links lead to web pages only.
 * @param url of the page; its links are written in full
 * @throws PageError `unreadable`
 */
export function htmlToMarkdown(html: string, url: URL): string {
  try {
    const { document } = parseHTML(withBody(html)) as unknown as { readonly document: PageDocument };
    const title = (document.querySelector('title')?.textContent ?? '').replaceAll(/\s+/gu, ' ').trim();
    for (const element of document.querySelectorAll(UNREAD)) element.remove();
    resolveLinks(document, baseOf(document, url));
    if (isDeeperThan(MOST_LEVELS, document)) return plainText(document);
    // Both looks take the document apart.
    const copy = document.cloneNode(true);
    const content = contentOf(document);
    const chosen = articleOf(copy, (content?.textContent ?? '').trim().length) ?? content;
    const markdown = chosen === null ? '' : converter().turndown(chosen).trim();
    return title === '' || markdown.startsWith(`# ${title}`) ? markdown : `# ${title}\n\n${markdown}`;
  } catch (error) {
    throw new PageError('unreadable', 'The page could not be made sense of.', { cause: error });
  }
}

function articleOf(document: PageDocument, wholeLength: number): PageElement | null {
  const search = new PageReadability(document, {
    maxElemsToParse: MOST_ELEMENTS,
    // They name the language of code.
    keepClasses: true,
    serializer: (node) => node,
  });
  try {
    const article = search.parse();
    return (article?.length ?? 0) < wholeLength * ARTICLE_SHARE ? null : (article?.content ?? null);
  } catch {
    // The page has more elements than are searched.
    return null;
  }
}

/** Everything but what surrounds the content, which is taken out of the document. */
function contentOf(document: PageDocument): PageElement | null {
  const main = document.querySelector('main, [role="main"]');
  if (main !== null) return main;
  for (const element of document.querySelectorAll(FRAME)) element.remove();
  return document.documentElement;
}

/** Browsers add what a page leaves out; the parser does not. */
function withBody(html: string): string {
  if (!/<body[\s>]/iu.test(html)) return `<html><body>${html}</body></html>`;
  return /<html[\s>]/iu.test(html) ? html : `<html>${html}</html>`;
}

function isDeeperThan(levels: number, document: PageDocument): boolean {
  let level: PageElement[] = document.documentElement === null ? [] : [document.documentElement];
  for (let depth = 0; depth < levels && level.length > 0; depth += 1) {
    level = level.flatMap(({ children }) => [...children]);
  }
  return level.length > 0;
}

function plainText(document: PageDocument): string {
  return (document.documentElement?.textContent ?? '')
    .replaceAll(/[^\S\n]+/gu, ' ')
    .replaceAll(/\s*\n\s*/gu, '\n')
    .trim();
}

function baseOf(document: PageDocument, url: URL): URL {
  const href = document.querySelector('base')?.getAttribute('href') ?? '';
  return URL.canParse(href, url.href) ? new URL(href, url) : url;
}

function resolveLinks(document: PageDocument, base: URL): void {
  for (const [selector, attribute] of [
    ['a[href]', 'href'],
    ['img[src]', 'src'],
  ] as const) {
    for (const element of document.querySelectorAll(selector)) {
      const target = element.getAttribute(attribute) ?? '';
      const resolved = URL.canParse(target, base.href) ? new URL(target, base) : null;
      const isWeb = resolved !== null && /^(?:https?|mailto):$/u.test(resolved.protocol);
      if (isWeb) element.setAttribute(attribute, resolved.href);
      else element.removeAttribute(attribute);
    }
  }
}

function converter(): PageConverter {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    hr: '---',
    emDelimiter: '*',
  });
  // A reader of the text, not a renderer, gets it: code and names stay as they are written.
  service.escape = (text) => text;
  addTableRules(service);
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- needed where a browser's types are known
  return service as unknown as PageConverter;
}
