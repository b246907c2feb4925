import type { Page, Route } from 'playwright-core';
import type { RpcTransport } from '../../../src/protocol/rpc';
import type { TextBundle } from '../../../src/l10n/text';
import { bundleViews, type ViewName } from './bundleViews';
import { type PageLanguage, pageTexts } from './pageTexts';
import { themes, type ThemeName } from './themes';

const origin = 'http://view.test';
const contentTypes: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' };

interface ViewPageOptions {
  readonly view: ViewName;
  readonly theme: ThemeName;
  /** What an earlier page of this view had saved. */
  readonly savedState?: unknown;
  readonly language?: PageLanguage;
  /** Given the way to the page before the page loads, as it asks at once. */
  readonly serve: (transport: RpcTransport) => void;
}

/** Loads a view into a page as VS Code would, under the same content security policy. */
export async function loadView(
  page: Page,
  { view, theme, savedState, language = 'en', serve }: ViewPageOptions,
): Promise<void> {
  const files = await bundleViews();
  const html = pageHtml(view, theme, { savedState, language, texts: await pageTexts(language) });
  await page.route(`${origin}/**`, (route) => answer(route, files, html));
  serve(await connect(page));
  await page.goto(`${origin}/${view}.html`);
}

/** Messages between the page and a host in this process. */
async function connect(page: Page): Promise<RpcTransport> {
  const listeners = new Set<(message: unknown) => void>();
  await page.exposeFunction('postToHost', (message: unknown) => {
    for (const listener of listeners) listener(message);
  });
  return {
    post: (message) => {
      // The page may be gone by the time an answer is ready.
      page
        .evaluate((data) => {
          window.postMessage(data);
        }, message)
        .catch(() => undefined);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function answer(route: Route, files: ReadonlyMap<string, Uint8Array>, html: string): Promise<void> {
  const name = new URL(route.request().url()).pathname.slice(1);
  if (name.endsWith('.html')) {
    await route.fulfill({ contentType: 'text/html', body: html });
    return;
  }
  const contents = files.get(name);
  if (contents === undefined) {
    await route.fulfill({ status: name === 'favicon.ico' ? 204 : 404, body: '' });
    return;
  }
  const contentType = contentTypes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
  await route.fulfill({ contentType, body: Buffer.from(contents) });
}

interface PageData {
  readonly savedState: unknown;
  readonly language: PageLanguage;
  readonly texts: TextBundle | null;
}

function pageHtml(view: ViewName, theme: ThemeName, { savedState, language, texts }: PageData): string {
  const { bodyClass, kind, colors } = themes[theme];
  const variables = Object.entries(colors).map(([name, value]) => `--vscode-${name}: ${value};`);
  const policy =
    "default-src 'none'; script-src 'nonce-test'; style-src http://view.test 'nonce-theme'; font-src http://view.test";
  // VS Code sets the variables on the root element from outside the page; a style element with its own nonce stands for it.
  return `<!doctype html>
<html lang="${language === 'es' ? 'es' : 'en'}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="theme">
<title>Strata</title><style nonce="theme">:root { ${variables.join(' ')} }</style>
<link rel="stylesheet" href="${view}.css"></head>
<body class="${bodyClass}" data-vscode-theme-kind="${kind}"><div id="root"></div>
<script type="application/json" id="texts">${texts === null ? '' : JSON.stringify(texts).replaceAll('<', '\\u003c')}</script>
<script nonce="test">
  var savedState = ${JSON.stringify(savedState ?? null)};
  function acquireVsCodeApi() {
    return {
      postMessage: (message) => window.postToHost(message),
      getState: () => savedState ?? undefined,
      setState: (state) => { savedState = state; },
    };
  }
</script>
<script nonce="test" src="${view}.js"></script></body></html>`;
}
