import { describe, expect, it } from 'vitest';
import type { ChatEvents, ChatHostApi, ChatItem } from '../../src/protocol/chat';
import { chatSnapshot, conversation, recordingChatHost, summaryDecision } from './support/chatHost';
import { axeFindings, openView } from './support/openView';
import { fewThemeNames } from './support/themes';

const sidebar = { width: 300, height: 860 };
const quiet = {
  busy: false,
  approval: null,
  waiting: null,
  queued: [],
  gauge: chatSnapshot.gauge,
  usage: chatSnapshot.usage,
  title: chatSnapshot.title,
};

describe.each(fewThemeNames)('a summary in a 300 px sidebar, %s', (theme) => {
  it('shows how far it is and what came of the one before, and nothing wider than the sidebar', async () => {
    const gauge = { ...chatSnapshot.gauge, counted: 'estimated', errorBand: 0.07 } as const;
    const items = [...conversation.slice(0, 2), summaryDecision];
    const { api } = recordingChatHost({ ...chatSnapshot, gauge, items, summary: { done: 1, total: 3 } });
    const { page, screenshot } = await openView<ChatHostApi, ChatEvents>({
      view: 'chat',
      api,
      theme,
      viewport: sidebar,
    });
    await page.getByText('Summarizing earlier messages… 1 of 3').waitFor();
    await page.getByText('Summary by gpt-5-mini', { exact: true }).waitFor();
    await page.getByText('31 facts: 20 in the summary, 9 listed, 2 behind the pointer').waitFor();
    await page.getByText('estimated ±7%').waitFor();
    await screenshot(`chat-summary-${theme}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sidebar.width);
  });
});

describe('a summary written aside', () => {
  it('leaves the composer free, and is skipped without losing the place to type', async () => {
    const { api, calls } = recordingChatHost(chatSnapshot);
    const { page, host } = await openView<ChatHostApi, ChatEvents>({ view: 'chat', api, viewport: sidebar });
    const input = page.getByRole('textbox', { name: 'Message' });
    await input.fill('/summarize');
    await page.keyboard.press('Enter');
    await expect.poll(() => calls).toEqual([['summarize', undefined]]);
    host.emit('state', { ...quiet, summary: { done: 0, total: 1 } });
    await page.getByText('Summarizing earlier messages…', { exact: true }).waitFor();
    await input.fill('meanwhile');
    await page.keyboard.press('Enter');
    await expect.poll(() => calls.at(-1)).toEqual(['send', { text: 'meanwhile' }]);
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect.poll(() => calls.at(-1)).toEqual(['skipSummary', undefined]);
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
    host.emit('state', { ...quiet, summary: null });
    await expect.poll(() => page.getByText('Summarizing').count()).toBe(0);
  });

  it.each([
    ['outline', null, 'Summary without a model'],
    ['outline', 'gpt-5-mini', 'Summary in part by gpt-5-mini, the rest without a model'],
    ['withoutOversized', 'gpt-5-mini', 'Summary by gpt-5-mini, oversized messages left out'],
    ['notice', null, 'Facts and pointer only'],
  ] as const)('says of level %s by %s: %s', async (level, model, words) => {
    if (summaryDecision.kind !== 'decision' || summaryDecision.summary === null) throw new Error('no summary');
    const facts = { found: 0, inSummary: 0, listed: 0, reachable: 0 };
    const item: ChatItem = { ...summaryDecision, summary: { ...summaryDecision.summary, level, model, facts } };
    const { api } = recordingChatHost({ ...chatSnapshot, items: [item] });
    const { page } = await openView<ChatHostApi, ChatEvents>({ view: 'chat', api, viewport: sidebar });
    await page.getByText(words, { exact: true }).waitFor();
    expect(await page.getByText('0 facts').count()).toBe(0);
  });
});
