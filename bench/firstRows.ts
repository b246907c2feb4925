import type { Browser } from 'playwright-core';
import { openInspector, type BenchSession } from './inspectorPage';

/** Moments of a page that opens, ms after its navigation began. */
export interface FirstRows {
  /** The answer with the rows that are in sight first came to the page. */
  readonly received: number;
  /** The frame with the first of them was done. */
  readonly drawn: number;
}

declare global {
  interface Window {
    firstRows?: Promise<FirstRows>;
  }
}

/** Opens an inspector page. Its loading, its scripts and what the host takes are told apart from what rows take to be drawn. */
export async function firstRows(browser: Browser, session: BenchSession): Promise<FirstRows> {
  const { page } = await openInspector(browser, session, { before: noteFirstRows });
  await page.locator('.row .line').first().waitFor();
  const moments = await page.evaluate(() => window.firstRows);
  await page.close();
  if (moments === undefined) throw new Error('The page noted nothing.');
  return moments;
}

/** Runs in the page, before its own scripts: what it uses must be in it. */
function noteFirstRows(): void {
  window.firstRows = new Promise((resolve) => {
    let received = 0;
    window.addEventListener('message', (event: MessageEvent<{ value?: { rows?: unknown } } | undefined>) => {
      // When it came, not when the page got round to it.
      if (event.data?.value?.rows !== undefined) received = event.timeStamp;
    });
    const isInSight = (line: Element): boolean => {
      const list = line.closest('.timeline-rows')?.getBoundingClientRect();
      const { top, bottom } = line.getBoundingClientRect();
      return list !== undefined && bottom > list.top && top < list.bottom;
    };
    const observer = new MutationObserver(() => {
      if (![...document.querySelectorAll('.row .line')].some((line) => isInSight(line))) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        // Begins once the frame is laid out and painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          resolve({ received, drawn: performance.now() });
        };
        port2.postMessage(null);
      });
    });
    observer.observe(document, { childList: true, subtree: true });
  });
}
