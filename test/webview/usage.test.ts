import { describe, expect, it } from 'vitest';
import type { ChatEvents, ChatHostApi, ChatSnapshot } from '../../src/protocol/chat';
import type { InspectorEvents, InspectorHostApi } from '../../src/protocol/inspector';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import { NO_USAGE, type SessionUsage, totalUsage } from '../../src/protocol/usage';
import { callHint, callWords, moneyOf, totalsNotes, totalsWords } from '../../webview/ui/usageWords';
import { chatSnapshot, recordingChatHost } from './support/chatHost';
import { fakeInspector, summaryRow, syntheticRows } from './support/inspectorHost';
import { axeFindings, openView } from './support/openView';
import { sampleCall, sampleUsage } from './support/sampleUsage';
import { fewThemeNames, type ThemeName } from './support/themes';

const sidebar = { width: 300, height: 860 };

const counted: SessionUsage = {
  replies: { ...NO_USAGE, calls: 3, inputTokens: 184_000, outputTokens: 9_200, countedCalls: 2, unpricedCalls: 3 },
  summaries: NO_USAGE,
  newest: { ...sampleCall, cachedInputTokens: null, outputTokens: null, dollars: null, reported: false },
};

function openChat(changes: Partial<ChatSnapshot> = {}, theme: ThemeName = 'dark') {
  const { api } = recordingChatHost({ ...chatSnapshot, ...changes });
  return openView<ChatHostApi, ChatEvents>({ view: 'chat', api, theme, viewport: sidebar });
}

describe('the words', () => {
  it('name calls, tokens, the cached share and money', () => {
    expect(totalsWords(totalUsage(sampleUsage))).toBe('12 calls · 184K in (71% cached) · 9.2K out · $0.42');
    expect(callWords(sampleCall)).toBe('in 18.2K, 92% cached, out 410, $0.012');
    expect(callHint(sampleCall)).toBe(
      'gpt-5-mini: 18,230 tokens in, 16,772 of them cached; 410 out; $0.012 at list price. Reported by the provider.',
    );
  });

  it('mark what Strata counted itself, and invent no price', () => {
    const total = totalUsage(counted);
    expect(totalsWords(total)).toBe('3 calls · ~184K in · ~9.2K out · price unknown');
    expect(totalsNotes(total).join(' ')).toContain('reported no tokens for 2 of 3 calls');
    expect(totalsNotes(total).join(' ')).toContain('The price of 3 calls is not known');
    expect(counted.newest === null ? '' : callWords(counted.newest)).toBe('in ~18.2K');
  });

  it('say what is known where only some prices are, and that what is free costs nothing', () => {
    expect(moneyOf({ ...NO_USAGE, calls: 3, unpricedCalls: 1, dollars: 1.5 })).toBe('at least $1.50');
    expect(moneyOf({ ...NO_USAGE, calls: 3 })).toBe('$0');
    expect(moneyOf({ ...NO_USAGE, calls: 3, countedCalls: 1, dollars: 1.5 })).toBe('~$1.50');
  });
});

describe.each(fewThemeNames)('usage in the chat at 300 px, %s', (theme) => {
  it('opens from a line to a table without serious faults, and nothing is wider than the sidebar', async () => {
    const view = await openChat({}, theme);
    await view.page.getByText('12 calls · 184K in').click();
    const table = view.page.getByRole('table', { name: 'Tokens and money of this session' });
    await table.waitFor();
    await view.screenshot(`chat-usage-${theme}`);
    expect(await table.getByRole('row').allTextContents()).toEqual([
      'CallsInOutPrice',
      'Replies11151,23086% cached8,070$0.39',
      'Summaries132,7700% cached1,130$0.034',
      'Total12184,00071% cached9,200$0.42',
    ]);
    expect(await axeFindings(view.page)).toEqual([]);
    expect(await view.page.evaluate(() => document.documentElement.scrollWidth)).toBe(sidebar.width);
  });

  it('fits also where nothing is known', async () => {
    const view = await openChat({ usage: counted }, theme);
    await view.page.getByText('price unknown').first().click();
    await view.page.getByText('strata.model.overrides').waitFor();
    await view.screenshot(`chat-usage-counted-${theme}`);
    expect(await axeFindings(view.page)).toEqual([]);
    expect(await view.page.evaluate(() => document.documentElement.scrollWidth)).toBe(sidebar.width);
  });
});

describe('usage in the chat', () => {
  it('stands under each reply it is known of, with the whole numbers behind it', async () => {
    const view = await openChat();
    const line = view.page.locator('.assistant-usage');
    await expect.poll(() => line.allTextContents()).toEqual(['in 18.2K, 92% cached, out 410, $0.012']);
    expect(await line.first().getAttribute('title')).toContain('18,230 tokens in');
  });

  it('shows nothing before the first call, and grows with the state', async () => {
    const none: SessionUsage = { replies: NO_USAGE, summaries: NO_USAGE, newest: null };
    const view = await openChat({ usage: none });
    await view.page.getByRole('textbox', { name: 'Message' }).waitFor();
    expect(await view.page.locator('.usage').count()).toBe(0);
    const { approval, summary, waiting, queued, gauge, title } = chatSnapshot;
    view.host.emit('state', { busy: false, approval, summary, waiting, queued, gauge, title, usage: sampleUsage });
    await view.page.getByText('12 calls · 184K in').waitFor();
  });

  it('opens by keyboard', async () => {
    const view = await openChat();
    await view.page.locator('.usage summary').focus();
    await view.page.keyboard.press('Enter');
    await view.page.getByRole('table').waitFor();
  });
});

const rows = [...syntheticRows(40), summaryRow];
const reply = rows.find((row) => row.kind === 'message' && row.role === 'assistant');
const atReply = { kind: 'message', index: reply?.kind === 'message' ? reply.index : -1 };

function openInspector(selection: unknown, theme: ThemeName = 'dark', changes: Partial<InspectorSnapshot> = {}) {
  const { api } = fakeInspector(rows, { kind: 'live', sessionId: 's', ...changes });
  const savedState = { sessionId: 's', selection, following: false };
  return openView<InspectorHostApi, InspectorEvents>({ view: 'inspector', api, theme, savedState });
}

describe.each(fewThemeNames)('usage in the inspector, %s', (theme) => {
  it('stands beside the chart, and in the detail of a reply', async () => {
    const view = await openInspector(atReply, theme);
    const section = view.page.getByRole('region', { name: 'Usage' });
    await section.getByText('12 calls · 184K in').click();
    await section.getByRole('table').waitFor();
    const detail = view.page.getByRole('complementary', { name: 'Detail' });
    await detail.getByText('in 18.2K, 92% cached, out 410, $0.012').waitFor();
    await view.screenshot(`inspector-usage-${theme}`);
    expect(await axeFindings(view.page)).toEqual([]);
  });
});

describe('usage in the inspector', () => {
  it('tells what a summary cost', async () => {
    const view = await openInspector({ kind: 'decision', id: summaryRow.id });
    const detail = view.page.getByRole('complementary', { name: 'Detail' });
    await detail.getByText('in 32.8K, 0% cached, out 1.1K, $0.034').waitFor();
  });

  it('is not there before the first call', async () => {
    const view = await openInspector(null, 'dark', {
      usage: { replies: NO_USAGE, summaries: NO_USAGE, newest: null },
    });
    await view.page.locator('.row .line').first().waitFor();
    expect(await view.page.getByRole('region', { name: 'Usage' }).count()).toBe(0);
  });
});
