import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { HostError } from './hostError';

/** A shell without the browser's own windows first: it draws the same pages and opens one at a third of the cost. */
const namesOnPath = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Absolute path of a Chromium to drive: the one CHROME_PATH names, the system's, Playwright's own, or Chrome.
 *
 * @throws {HostError} naming the one package to install.
 */
export function findChromium(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = namesOnPath.flatMap((name) => folders.map((folder) => join(folder, name)));
  const candidates = [process.env['CHROME_PATH'], ...onPath, chromium.executablePath(), ...applications];
  const found = candidates.find((path) => path !== undefined && path !== '' && existsSync(path));
  if (found === undefined) {
    throw new HostError(
      'chromium-missing',
      'No Chromium was found: install the package "chromium" (Debian: apt-get install chromium), or set CHROME_PATH.',
    );
  }
  return found;
}
