import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';

/** The script of axe, read once per process. */
let script: Promise<string> | undefined;

/**
 * Serious and critical findings of axe in a document, in words.
 *
 * The script is run in the document itself: the builder made for Playwright opens another page for each run to bring the
 * results of frames together, at four times the cost. A document in a frame is looked at by handing its frame in.
 *
 * @param element selector of the part to look at, the whole document if left out
 * @throws Error when axe looked at nothing
 */
export async function axeFindings(document: Page | Frame, element?: string): Promise<readonly string[]> {
  if (!(await document.evaluate("'axe' in window"))) await document.evaluate(await (script ??= readScript()));
  const { passes, violations } = await document.evaluate<AxeResults>(
    `axe.run(${element === undefined ? 'document' : JSON.stringify(element)}, { resultTypes: ['violations'] })`,
  );
  if (passes.length === 0) throw new Error('axe looked at nothing');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`));
}

function readScript(): Promise<string> {
  return readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
}
