import { chromium, type Browser } from 'playwright-core';
import { findChromium } from './findChromium';

/** Keep the browser from calling home or waiting for anything but the page; a GPU is seldom there where tests run. */
const switches = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a headless Chromium.
 *
 * @throws {HostError} when there is none on this machine.
 */
export async function launchBrowser(): Promise<Browser> {
  // Chromium refuses its sandbox to root, the usual user in a container.
  const asRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: findChromium(),
    args: asRoot ? ['--no-sandbox', ...switches] : switches,
  });
}
