import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import {
  createRpcServer,
  type RpcApi,
  type RpcServer,
  type RpcTransport,
  type RpcValidators,
} from '../../../src/protocol/rpc';
import { repositoryRoot } from '../../support/repositoryRoot';
import { launchBrowser } from '../../support/vscodeHost/launchBrowser';
import { bundleViews, type ViewName } from './bundleViews';
import { themes, type ThemeName } from './themes';

interface OpenViewOptions<Api> {
  readonly view: ViewName;
  readonly api: Api;
  readonly theme?: ThemeName;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** What an earlier page of this view had saved. */
  readonly savedState?: unknown;
  readonly reduceMotion?: boolean;
}

export interface OpenView<Events> {
  readonly page: Page;
  readonly host: RpcServer<Events>;
  /** What the page has saved so far. */
  readonly savedState: () => Promise<unknown>;
  /** Saves the page as `.test-output/webview/NAME.png`. */
  screenshot(name: string): Promise<void>;
}

const origin = 'http://view.test';
const contentTypes: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' };

let browser: Browser | undefined;
const contexts: BrowserContext[] = [];
const faults: string[] = [];

afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  // A refused style, a script error or an unhandled rejection fails the test that caused it.
  expect(faults.splice(0)).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  browser = undefined;
});

/** Opens a view as VS Code would, under the same content security policy, with `api` for its host. */
export async function openView<Api extends RpcApi<Api>, Events>(
  options: OpenViewOptions<Api>,
): Promise<OpenView<Events>> {
  const {
    view,
    api,
    theme = 'dark',
    viewport = { width: 1280, height: 860 },
    savedState,
    reduceMotion = true,
  } = options;
  const files = await bundleViews();
  browser ??= await launchBrowser();
  const context = await browser.newContext({
    viewport,
    locale: 'en-US',
    reducedMotion: reduceMotion ? 'reduce' : 'no-preference',
  });
  context.setDefaultTimeout(10_000);
  contexts.push(context);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.route(`${origin}/**`, (route) => answer(route, files, pageHtml(view, theme, savedState)));
  const transport = await connect(page);
  const validators = new Proxy({}, { get: () => () => undefined, getOwnPropertyDescriptor: everyMethod });
  const host = createRpcServer<Api, Events>(transport, api, validators as RpcValidators<Api>, String);
  await page.goto(`${origin}/${view}.html`);
  return {
    page,
    host,
    savedState: () => page.evaluate('savedState'),
    screenshot: async (name) => {
      const folder = join(repositoryRoot, '.test-output/webview');
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name}.png`) });
    },
  };
}

/** The test's host has no validators: the page is ours, and what it asks is what is tested. */
const everyMethod = (): PropertyDescriptor => ({ configurable: true, enumerable: true, value: undefined });

/** Serious and critical findings of axe, in words. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
}

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

function pageHtml(view: ViewName, theme: ThemeName, savedState: unknown): string {
  const { bodyClass, kind, colors } = themes[theme];
  const variables = Object.entries(colors).map(([name, value]) => `--vscode-${name}: ${value};`);
  const policy =
    "default-src 'none'; script-src 'nonce-test'; style-src http://view.test 'nonce-theme'; font-src http://view.test";
  // VS Code sets the variables on the root element from outside the page; a style element with its own nonce stands for it.
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta property="csp-nonce" content="theme">
<title>Strata</title><style nonce="theme">:root { ${variables.join(' ')} }</style>
<link rel="stylesheet" href="${view}.css"></head>
<body class="${bodyClass}" data-vscode-theme-kind="${kind}"><div id="root"></div>
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
