import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll } from 'vitest';
import { repositoryRoot } from './repositoryRoot';
import { installExtension } from './vscodeHost/installExtension';
import { installWorkbench } from './vscodeHost/installWorkbench';
import { launchBrowser } from './vscodeHost/launchBrowser';
import { startServer, type Server } from './vscodeHost/server';
import { writeUserSettings, type UserSettings } from './vscodeHost/userSettings';
import { workbenchUrl } from './vscodeHost/workbenchUrl';

/** VS Code's own ids of the themes the tests look at. */
export const themes = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  highContrast: 'Default High Contrast',
  highContrastLight: 'Default High Contrast Light',
} as const;

export type ThemeName = keyof typeof themes;

/** The themes a test is run in: the first of those named, all with `STRATA_ALL_THEMES=1`, as each costs a start of VS Code. */
export function themesToSee<Name extends ThemeName>(...names: readonly [Name, ...Name[]]): readonly Name[] {
  return process.env['STRATA_ALL_THEMES'] === '1' ? names : names.slice(0, 1);
}

/** What a test wants to see. */
export interface OpenWorkbenchOptions {
  theme?: keyof typeof themes;
  settings?: UserSettings;
  /** Absolute path of the folder to open; a fresh one with a single text file when left out. */
  folder?: string;
  /** False opens the folder in Restricted Mode. */
  trust?: boolean;
  /** Absolute path of a file to open in an editor. */
  file?: string;
  /** Size of the browser window in CSS pixels. */
  viewport?: { width: number; height: number };
}

/** A workbench with Strata, open in a browser. */
export interface OpenWorkbench {
  page: Page;
  /** Absolute path of the open folder. */
  folder: string;
  /** The (nested) webview frame that holds an element, waited for; two views of one kind need two selectors. */
  frameWith(selector: string): Promise<Frame>;
  /** Runs a command by its title in the command palette. */
  runCommand(title: string): Promise<void>;
  /** Saves the window as `.test-output/NAME.png`. */
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

interface RunningServer {
  server: Server;
  dataFolder: string;
}

const defaultViewport = { width: 1400, height: 900 };
/** First paint of a webview is 8 to 10 s after the navigation on two idle cores. */
const frameTimeoutMs = 60_000;
const framePollMs = 100;

const servers = new Map<boolean, RunningServer>();
const temporaryFolders: string[] = [];
let browser: Browser | undefined;

afterAll(async () => {
  await browser?.close();
  for (const { server } of servers.values()) await server.stop();
  for (const folder of temporaryFolders) await rm(folder, { recursive: true, force: true });
  browser = undefined;
  servers.clear();
});

/**
 * Opens VS Code with Strata in a fresh browser context. Server and browser are shared by the tests of a file and end with it;
 * user settings are the server's, so two workbenches of one file are opened one after the other.
 */
export async function openWorkbench(options: OpenWorkbenchOptions = {}): Promise<OpenWorkbench> {
  const { server, dataFolder } = await serverFor(options.trust ?? true);
  const settings = { 'workbench.colorTheme': themes[options.theme ?? 'dark'], ...options.settings };
  await writeUserSettings(dataFolder, settings);
  const folder = options.folder ?? (await freshFolder());
  browser ??= await launchBrowser();
  const context = await browser.newContext({ viewport: options.viewport ?? defaultViewport });
  const page = await context.newPage();
  await page.goto(
    workbenchUrl({
      port: server.port,
      folder,
      ...(options.file === undefined ? {} : { file: options.file }),
    }),
  );
  await page.locator('.monaco-workbench').waitFor();
  return {
    page,
    folder,
    frameWith: (selector) => frameWith(page, selector),
    runCommand: (title) => runCommand(page, title),
    screenshot: async (name) => {
      await page.screenshot({ path: join(repositoryRoot, '.test-output', `${name}.png`) });
    },
    close: () => context.close(),
  };
}

async function serverFor(trust: boolean): Promise<RunningServer> {
  const running = servers.get(trust);
  if (running !== undefined) return running;
  const workbench = await installWorkbench((line) => {
    console.log(line);
  });
  const dataFolder = await temporaryFolder();
  await installExtension(dataFolder);
  const started = { server: await startServer({ workbench, dataFolder, trust, extensionTests: false }), dataFolder };
  servers.set(trust, started);
  return started;
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-e2e-'));
  temporaryFolders.push(folder);
  return folder;
}

async function freshFolder(): Promise<string> {
  const folder = join(await temporaryFolder(), 'workspace');
  await mkdir(folder);
  await writeFile(join(folder, 'hello.txt'), 'Hello from the workspace.\n');
  return folder;
}

async function frameWith(page: Page, selector: string): Promise<Frame> {
  const deadline = Date.now() + frameTimeoutMs;
  while (Date.now() < deadline) {
    for (const frame of page.frames()) {
      if (await holds(frame, selector)) return frame;
    }
    await delay(framePollMs);
  }
  await page.screenshot({ path: join(repositoryRoot, '.test-output', 'missing-frame.png') });
  const frames = page.frames().map((frame) => frame.url().slice(0, 80));
  throw new Error(
    `no frame with ${selector} within ${String(frameTimeoutMs / 1000)} s (missing-frame.png); frames: ${frames.join(' ')}`,
  );
}

async function holds(frame: Frame, selector: string): Promise<boolean> {
  try {
    return (await frame.locator(selector).count()) > 0;
  } catch {
    // The frame was replaced while it was asked.
    return false;
  }
}

async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget input');
  await input.fill(`>${title}`);
  await page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title }).first().click();
}
