import { describe, expect, it } from 'vitest';
import type { ChatEvents, ChatHostApi, ChatSnapshot } from '../../src/protocol/chat';
import { approval, chatSnapshot, conversation, recordingChatHost, summaryDecision } from './support/chatHost';
import { busyItems, failedItems } from './support/chatItems';
import { openView, type OpenView } from './support/openView';
import type { PageLanguage } from './support/pageTexts';
import { unwordedTexts } from './support/unworded';

const sidebar = { width: 300, height: 860 };
const longAgo = 1_700_000_000_000;

/** As much at once as the chat can show. */
const full: ChatSnapshot = {
  ...chatSnapshot,
  items: [
    ...conversation,
    summaryDecision,
    {
      kind: 'decision',
      key: 'faults',
      decisionId: 'd3',
      text: 'Layer 3 kept only facts and a pointer of 12 earlier messages',
      savedTokens: 1,
      undone: true,
      summary: {
        level: 'notice',
        model: null,
        chunks: 1,
        faults: [{ level: 'full', fault: 'timeout' }],
        oversized: 0,
        facts: { found: 0, inSummary: 0, listed: 0, reachable: 0 },
        usage: null,
      },
    },
    ...busyItems.slice(1),
    ...failedItems.slice(1),
  ],
  earlierCount: 3,
  busy: true,
  approval: { ...approval, target: 'src/elsewhere.ts', runsByItself: true, changesFile: true },
  summary: { done: 1, total: 3 },
  waiting: { until: longAgo, attempt: 2, tries: 5 },
  queued: [{ id: 'q1', text: 'And then run the tests of the whole project.' }],
};

async function open(snapshot: ChatSnapshot, language: PageLanguage): Promise<OpenView<ChatEvents>> {
  const { api } = recordingChatHost(snapshot);
  const view = await openView<ChatHostApi, ChatEvents>({ view: 'chat', api, viewport: sidebar, language });
  await view.page.locator('.composer textarea').waitFor();
  return view;
}

describe('the chat in a made-up language', () => {
  it('words all it shows and says, but for what the host tells it', async () => {
    const { page } = await open(full, 'pseudo');
    for (const call of await page.locator('.tool-call > summary').all()) await call.dispatchEvent('click');
    await page.locator('.todo').first().waitFor();
    await page.locator('.context-line button').dispatchEvent('click');
    await page.locator('.compact-card-batch').first().waitFor();
    expect(
      await unwordedTexts(page, [
        full,
        'Ctrl',
        await recordingChatHost(full).api.previewCompact({ skip: [], pin: [] }),
      ]),
    ).toEqual([]);
  });

  it('words also the welcome, the help, the suggestions, the refusal and the editor of a message', async () => {
    const { page } = await open({ ...chatSnapshot, items: [], models: [] }, 'pseudo');
    const box = page.locator('.composer textarea');
    expect(await unwordedTexts(page, chatSnapshot)).toEqual([]);
    await box.fill('/help');
    await page.locator('.suggestion').first().waitFor();
    expect(await unwordedTexts(page, chatSnapshot)).toEqual([]);
    await box.press('Enter');
    await page.locator('.help-entry').first().waitFor();
    await box.fill('/nothing');
    await box.press('Enter');
    await page.locator('.composer-refusal').waitFor();
    expect(await unwordedTexts(page, [chatSnapshot, '/nothing'])).toEqual([]);
  });

  it('words the editor of a message', async () => {
    const { page } = await open(chatSnapshot, 'pseudo');
    await page.locator('.user .item-actions vscode-button').first().click();
    await page.locator('.message-editor').waitFor();
    expect(await unwordedTexts(page, chatSnapshot)).toEqual([]);
  });
});

describe('the chat in Spanish', () => {
  it('fits into the sidebar, with numbers written as they are there', async () => {
    const view = await open(full, 'es');
    await view.page.getByText('¿Permitir Bash?').waitFor();
    await view.page.getByText('29.226 tokens liberados').waitFor();
    await view.screenshot('chat-spanish');
    expect(await view.page.evaluate(() => document.documentElement.scrollWidth)).toBe(sidebar.width);
  });
});
