import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { createRpcServer, type RpcApi, type RpcServer, type RpcValidators } from '../../../src/protocol/rpc';
import { repositoryRoot } from '../../support/repositoryRoot';
import { launchBrowser } from '../../support/vscodeHost/launchBrowser';
import type { ViewName } from './bundleViews';
import type { PageLanguage } from './pageTexts';
import type { ThemeName } from './themes';
import { loadView } from './viewPage';

export { axeFindings } from '../../support/axeFindings';

interface OpenViewOptions<Api> {
  readonly view: ViewName;
  readonly api: Api;
  readonly theme?: ThemeName;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** What an earlier page of this view had saved. */
  readonly savedState?: unknown;
  readonly reduceMotion?: boolean;
  readonly language?: PageLanguage;
}

export interface OpenView<Events> {
  readonly page: Page;
  readonly host: RpcServer<Events>;
  /** What the page has saved so far. */
  readonly savedState: () => Promise<unknown>;
  /** Saves the page as `.test-output/webview/NAME.png`. */
  screenshot(name: string): Promise<void>;
}

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
    language = 'en',
  } = options;
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
  const validators = new Proxy({}, { get: () => () => undefined, getOwnPropertyDescriptor: everyMethod });
  let host: RpcServer<Events> | undefined;
  await loadView(page, {
    view,
    theme,
    savedState,
    language,
    serve: (transport) => {
      host = createRpcServer<Api, Events>(transport, api, validators as RpcValidators<Api>, String);
    },
  });
  if (host === undefined) throw new Error('The page was loaded without a host.');
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
