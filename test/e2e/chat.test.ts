import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openWorkbench, type OpenWorkbench } from '../support/openWorkbench';

/** Characters the chat's and the inspector's pages are known by. */
export const chatPage = '.chat';
export const inspectorPage = '.inspector';

let folder: string;
let workbench: OpenWorkbench | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strata-e2e-chat-'));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'README.md'), '# A small project\n\nIt holds a needle: blue-heron-42.\n');
  // Eight of these overfill the offline provider's window of 16 000 tokens.
  for (let file = 1; file <= 8; file++) {
    const lines = Array.from({ length: 220 }, (_, line) => `export const value${String(line)} = 'file ${String(file)}';`);
    await writeFile(join(folder, 'src', `part${String(file)}.ts`), `${lines.join('\n')}\n`);
  }
});

afterEach(async () => {
  await workbench?.close();
  workbench = undefined;
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function say(chat: Frame, text: string): Promise<void> {
  const repliesBefore = await chat.locator('.assistant[aria-busy=false]').count();
  await chat.getByRole('textbox', { name: 'Message' }).fill(text);
  await chat.getByRole('textbox', { name: 'Message' }).press('Enter');
  await expect.poll(() => chat.locator('.assistant[aria-busy=false]').count(), { timeout: 30_000 }).toBeGreaterThan(repliesBefore);
  await chat.getByRole('button', { name: 'Send' }).waitFor();
}

describe('the main job', () => {
  it('answers in the chat, compresses, and shows every fate and the original in the inspector', async () => {
    workbench = await openWorkbench({ folder, settings: { 'strata.chat.openOnStartup': true } });
    const chat = await workbench.frameWith(chatPage);
    await say(chat, 'read README.md');
    await chat.getByText('blue-heron-42').first().waitFor();
    await say(chat, 'grep needle');
    for (let file = 1; file <= 8; file++) await say(chat, `read src/part${String(file)}.ts`);
    await workbench.screenshot('chat');
  });
});
