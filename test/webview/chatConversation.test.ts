import { describe, expect, it } from 'vitest';
import type { ChatEvents, ChatHint, ChatHostApi, ChatItem } from '../../src/protocol/chat';
import { chatSnapshot, conversation, decision, recordingChatHost, summaryDecision } from './support/chatHost';
import { axeFindings, openView, type OpenView } from './support/openView';
import { fewThemeNames, type ThemeName } from './support/themes';

const sidebar = { width: 300, height: 860 };

const hint: ChatHint = {
  kind: 'hint',
  key: 'hint-forgotten',
  hint: 'forgotten',
  text: 'Was something forgotten? What is pinned or remembered never leaves the context; the archive has the rest.',
  actions: [
    { label: 'Pin the message', command: 'pin', index: 1 },
    { label: 'Remember it', command: 'remember', note: 'Never touch vendor/.' },
    { label: 'Have it looked up', command: 'send', text: 'Look it up.' },
    { label: 'Larger window', command: 'selectModel' },
  ],
};

const origin: ChatItem = {
  kind: 'note',
  key: 'origin',
  text: 'This goes on from another session: its summary, open todos and pinned messages are part of the context.',
  action: { label: 'Open it', command: 'openSession', sessionId: 'before' },
};

interface OpenChat extends OpenView<ChatEvents> {
  readonly calls: [string, unknown][];
}

async function openChat(
  items: readonly ChatItem[],
  options: { readonly theme?: ThemeName; readonly width?: number; readonly api?: Partial<ChatHostApi> } = {},
): Promise<OpenChat> {
  const { api, calls } = recordingChatHost({ ...chatSnapshot, items });
  const { theme = 'dark', width = sidebar.width } = options;
  const view = await openView<ChatHostApi, ChatEvents>({
    view: 'chat',
    api: { ...api, ...options.api },
    theme,
    viewport: { ...sidebar, width },
  });
  return { ...view, calls };
}

function withFaults(): ChatItem {
  if (summaryDecision.kind !== 'decision' || summaryDecision.summary === null) throw new Error('no summary');
  const detail = 'gpt-typo: https://x.test does not know the model gpt-typo\u202E.';
  const faults = [
    { level: 'full', fault: 'server', detail } as const,
    { level: 'full', fault: 'unstructured' } as const,
  ];
  return { ...summaryDecision, summary: { ...summaryDecision.summary, level: 'outline', model: null, faults } };
}

describe.each(fewThemeNames)('what one can do with a conversation, %s', (theme) => {
  it('has hints, notes, the editor and the card of a compaction without serious faults, at 300 px', async () => {
    const { page, screenshot } = await openChat([...conversation.slice(0, 2), withFaults(), hint, origin], { theme });
    await page.getByRole('article', { name: 'You, pinned' }).hover();
    await page.getByRole('button', { name: 'Edit and resend' }).click();
    await page.getByRole('textbox', { name: 'Edit the message' }).waitFor();
    await page.getByRole('button', { name: 'Compact…' }).click();
    await page.getByText('Frees 3,812 tokens: 62% → 38% of the window.').waitFor();
    await screenshot(`chat-conversation-${theme}`);
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sidebar.width);
  });
});

describe('edit and resend', () => {
  it('sends what was edited in the place of the message, by keyboard', async () => {
    const { page, calls } = await openChat(conversation.slice(0, 2));
    await page.getByRole('button', { name: 'Edit and resend' }).focus();
    await page.keyboard.press('Enter');
    const editor = page.getByRole('textbox', { name: 'Edit the message' });
    expect(await editor.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type(' And run it.');
    await page.keyboard.press('Enter');
    const text = 'Make the upload test stable without changing the API. Never touch vendor/. And run it.';
    await expect.poll(() => calls).toEqual([['editAndResend', { index: 1, text }]]);
  });

  it('keeps what was typed where it is refused, and goes back without a trace', async () => {
    const refused = 'The agent is still at work. Stop it before you change the session.';
    const { page } = await openChat(conversation.slice(0, 2), {
      api: { editAndResend: () => Promise.reject(new Error(refused)) },
    });
    await page.getByRole('button', { name: 'Edit and resend' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('!');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(refused).waitFor();
    const editor = page.getByRole('textbox', { name: 'Edit the message' });
    expect(await editor.inputValue()).toContain('vendor/.!');
    await editor.focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => editor.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('You, pinned');
  });
});

describe('pins', () => {
  it('are set and shown on messages of both sides and on results', async () => {
    const { page, host, calls } = await openChat(conversation);
    await page.getByRole('button', { name: 'Pin: always keep this message whole' }).first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => calls).toEqual([['setPinned', { index: 2, pinned: true }]]);
    const [, reply] = conversation;
    if (reply?.kind !== 'assistant') throw new Error('no reply');
    const toolCalls = reply.toolCalls.map((call) => ({ ...call, pinned: true }));
    host.emit('item', { ...reply, pinned: true, toolCalls });
    await page.getByRole('article', { name: 'Agent, pinned' }).waitFor();
    await page.locator('.tool-call-line', { hasText: 'pinned' }).first().click();
    await page.getByRole('button', { name: 'Unpin: let Strata compress this result' }).click();
    await expect.poll(() => calls.at(-1)).toEqual(['setPinned', { index: 3, pinned: false }]);
  });
});

describe('an image among results', () => {
  it('shows that it is there, and the way to it', async () => {
    const [, reply] = conversation;
    if (reply?.kind !== 'assistant') throw new Error('no reply');
    const [first] = reply.toolCalls;
    if (first === undefined) throw new Error('no call');
    const { page, calls } = await openChat([{ ...reply, toolCalls: [{ ...first, images: 1 }] }]);
    await page.getByRole('button', { name: '1 image' }).click();
    await expect.poll(() => calls).toEqual([['openInspector', { index: 3 }]]);
  });
});

describe('a decision in the chat', () => {
  it('leads to itself in the inspector', async () => {
    const { page, calls } = await openChat([decision]);
    await page.getByRole('button', { name: 'Show in inspector' }).click();
    await expect.poll(() => calls).toEqual([['showDecision', { decisionId: 'd1' }]]);
  });

  it('says why a summary failed, in words and by name, and clips nothing at 220 px', async () => {
    const { page } = await openChat([withFaults()], { width: 220 });
    const words = await page.locator('.decision-faults').innerText();
    expect(words).toContain('The whole conversation: the provider answered with an error (gpt-typo: https://x.test');
    expect(words).toContain('⟨U+202E⟩');
    expect(words).toContain('the answer did not have the sections of a summary');
    const line = page.locator('.decision-line');
    expect(await line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(220);
  });
});

describe('a hint', () => {
  it('offers, and goes for good when it is dismissed', async () => {
    const { page, calls } = await openChat([hint]);
    for (const name of ['Pin the message', 'Remember it', 'Have it looked up', 'Larger window']) {
      await page.getByRole('button', { name }).click();
    }
    await page.getByRole('button', { name: 'Dismiss: no more hints of this kind' }).click();
    await expect.poll(() => calls.length).toBe(5);
    expect(calls).toEqual([
      ['setPinned', { index: 1, pinned: true }],
      ['remember', { note: 'Never touch vendor/.' }],
      ['send', { text: 'Look it up.' }],
      ['runAction', { command: 'selectModel' }],
      ['dismissHint', { hint: 'forgotten' }],
    ]);
  });
});

describe('compact with a preview', () => {
  it('does not take a heavier batch because a lighter one is left out', async () => {
    const { page, calls } = await openChat(conversation);
    await page.getByRole('button', { name: 'Compact…' }).click();
    const card = page.getByRole('dialog', { name: 'Compact the context' });
    await card.getByRole('checkbox', { name: /^Replace 6/ }).click();
    const heavier = card.getByRole('checkbox', { name: /^Remove 8/ });
    await heavier.waitFor();
    await expect.poll(() => heavier.getAttribute('aria-checked')).toBe('false');
    await card.getByText('Everything is left out.').waitFor();
    await heavier.click();
    await card.getByText('Frees 5,912 tokens: 62% → 25% of the window.').waitFor();
    await card.getByText('Compact', { exact: true }).click();
    await expect.poll(() => calls.at(-1)).toEqual(['compactAs', { skip: ['results'], pin: [] }]);
    await expect.poll(() => card.count()).toBe(0);
  });

  it('is left by Escape with nothing done, and leads to the inspector', async () => {
    const { page, calls } = await openChat(conversation);
    const button = page.getByRole('button', { name: 'Compact…' });
    await button.click();
    await page.getByText('Frees 3,812 tokens').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await button.click();
    await page.getByRole('button', { name: 'Open in inspector' }).click();
    await expect.poll(() => calls.at(-1)).toEqual(['openInspector', { index: null }]);
    expect(calls.some(([method]) => method === 'compactAs')).toBe(false);
  });

  it('says why it was refused, until the work is over', async () => {
    const busy = 'The agent is still at work. Stop it first, or wait.';
    const { page, host } = await openChat(conversation, { api: { compactAs: () => Promise.reject(new Error(busy)) } });
    await page.getByRole('button', { name: 'Compact…' }).click();
    await page.getByText('Frees 3,812 tokens').waitFor();
    await page.getByRole('dialog').getByText('Compact', { exact: true }).click();
    await page.getByRole('alert').getByText(busy).waitFor();
    const { sessionId, items, earlierCount, models, modelId, restricted, ...state } = chatSnapshot;
    host.emit('state', { ...state, gauge: { ...state.gauge, contextTokens: 9_000 } });
    await expect.poll(() => page.getByText(busy).count()).toBe(0);
  });
});

describe('a notice about the work', () => {
  it('goes when the work is over', async () => {
    const { page, host } = await openChat(conversation, {
      api: { undo: () => Promise.reject(new Error('The agent is still at work.')) },
    });
    const { sessionId, items, earlierCount, models, modelId, restricted, ...state } = chatSnapshot;
    host.emit('state', { ...state, busy: true });
    await page.getByText('Working…').first().waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('alert').getByText('The agent is still at work.').waitFor();
    host.emit('state', { ...state, busy: false });
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  });
});
