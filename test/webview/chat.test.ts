import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChatEvents, ChatHostApi, ChatItem, ChatSnapshot } from '../../src/protocol/chat';
import { approval, chatSnapshot, conversation, decision, recordingChatHost } from './support/chatHost';
import { openView, type OpenView } from './support/openView';

const sidebar = { width: 300, height: 700 };

interface OpenChat extends OpenView<ChatEvents> {
  readonly api: ChatHostApi;
  readonly calls: [string, unknown][];
}

async function openChat(
  snapshot: ChatSnapshot = chatSnapshot,
  options: { api?: Partial<ChatHostApi>; savedState?: unknown } = {},
): Promise<OpenChat> {
  const { api, calls } = recordingChatHost(snapshot);
  const whole = { ...api, ...options.api };
  const { savedState } = options;
  const view = await openView<ChatHostApi, ChatEvents>({ view: 'chat', api: whole, viewport: sidebar, savedState });
  await view.page.getByRole('textbox', { name: 'Message' }).waitFor();
  return { ...view, api: whole, calls };
}

function assistant(key: string, text: string, streaming: boolean): ChatItem {
  return {
    kind: 'assistant',
    key,
    index: null,
    text,
    thinking: '',
    toolCalls: [],
    streaming,
    pinned: false,
    usage: null,
  };
}

const hasFocus = (page: Page): Promise<boolean> =>
  page.getByRole('textbox', { name: 'Message' }).evaluate((element) => element === document.activeElement);

const quiet = {
  approval: null,
  summary: null,
  waiting: null,
  queued: [],
  gauge: chatSnapshot.gauge,
  usage: chatSnapshot.usage,
  title: chatSnapshot.title,
};

describe('a round trip', () => {
  it('sends what is typed, shows the answer as it streams, and stops', async () => {
    const { page, host, calls } = await openChat({ ...chatSnapshot, items: [] });
    await page.getByRole('textbox', { name: 'Message' }).fill('read README.md');
    await page.keyboard.press('Enter');
    await expect.poll(() => calls).toEqual([['send', { text: 'read README.md' }]]);
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('');

    host.emit('item', { kind: 'user', key: 'u', index: 0, text: 'read README.md', attachments: [], pinned: false });
    host.emit('item', assistant('a', '', true));
    host.emit('state', { ...quiet, busy: true });
    for (const text of ['It says ', '**what', ' to do**', '.']) host.emit('delta', { key: 'a', text, thinking: '' });
    await page.locator('.assistant strong', { hasText: 'what to do' }).waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => calls.at(-1)).toEqual(['stop', undefined]);

    expect(await hasFocus(page)).toBe(true);

    host.emit('item', assistant('a', 'It says **what** `to` [do](https://example.com/).', false));
    host.emit('state', { ...quiet, busy: false });
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('status').textContent()).toBe('It says what to do.');
  });

  it('applies deltas and items in the order they were told', async () => {
    const { page, host } = await openChat({ ...chatSnapshot, items: [] });
    host.emit('item', assistant('a', 'one ', true));
    host.emit('delta', { key: 'a', text: 'two ', thinking: '' });
    host.emit('item', assistant('a', 'one two three ', true));
    host.emit('delta', { key: 'a', text: 'four', thinking: '' });
    await expect.poll(() => page.locator('.assistant').textContent()).toContain('one two three four');
  });

  it('gives the text back when the host does not take it', async () => {
    const refuse = (): Promise<void> => Promise.reject(new Error('No model is chosen.'));
    const { page } = await openChat(chatSnapshot, { api: { send: refuse } });
    await page.getByRole('textbox', { name: 'Message' }).fill('hello');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('No model is chosen.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('hello');
  });
});

describe('the composer', () => {
  it('keeps its text over a reload, with line breaks by Shift+Enter', async () => {
    const { page, savedState, calls } = await openChat();
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('first');
    await page.keyboard.press('Shift+Enter');
    await page.getByRole('textbox', { name: 'Message' }).pressSequentially('second');
    await expect.poll(savedState).toEqual({ draft: 'first\nsecond' });
    expect(calls).toEqual([]);
    const again = await openChat(chatSnapshot, { savedState: { draft: 'first\nsecond' } });
    expect(await again.page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('first\nsecond');
  });

  it('completes and runs commands by keyboard', async () => {
    const { page, calls } = await openChat();
    const input = page.getByRole('textbox', { name: 'Message' });
    await input.pressSequentially('/i');
    expect(await page.getByRole('listbox', { name: 'Commands' }).getByRole('option').count()).toBe(1);
    await page.keyboard.press('Enter');
    await input.pressSequentially('/comp');
    await page.keyboard.press('Tab');
    expect(await input.inputValue()).toBe('/compact');
    await page.keyboard.press('Enter');
    await input.pressSequentially('/new');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => calls)
      .toEqual([
        ['openInspector', { index: null }],
        ['compact', undefined],
        ['newSession', undefined],
      ]);
    await input.pressSequentially('/help');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Help' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('region', { name: 'Help' }).count()).toBe(0);
  });

  it('starts from an example', async () => {
    const { page, calls } = await openChat({ ...chatSnapshot, items: [] });
    await page.getByRole('button', { name: 'grep TODO' }).click();
    await expect.poll(() => calls).toEqual([['send', { text: 'grep TODO' }]]);
  });
});

describe('an approval', () => {
  it('takes the focus, shows the whole detail with hidden characters written out, and sends the answer', async () => {
    const detail = `${'line\n'.repeat(300)}rm -rf build \u202Egnp.txt`;
    const { page, host, calls } = await openChat();
    await page.getByRole('textbox', { name: 'Message' }).focus();
    host.emit('state', { ...quiet, busy: true, approval: { ...approval, detail } });
    const card = page.getByRole('alertdialog', { name: 'Allow Bash?' });
    await card.waitFor();
    expect(await card.evaluate((element) => element === document.activeElement)).toBe(true);
    const shown = (await card.locator('pre').textContent()) ?? '';
    expect(shown).toBe(detail.replace('\u202E', '⟨U+202E⟩'));
    // What was typed ahead must not answer.
    await page.keyboard.press('Enter');
    expect(calls).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => calls).toEqual([['answerApproval', { id: 'approval-1', answer: 'once', reason: '' }]]);
    expect(await hasFocus(page)).toBe(true);
    await card.getByText('Allow this command in this session').click();
    await card.getByText('Deny').click();
    await expect
      .poll(() => calls.slice(1))
      .toEqual([
        ['answerApproval', { id: 'approval-1', answer: 'session', reason: '' }],
        ['answerApproval', { id: 'approval-1', answer: 'deny', reason: '' }],
      ]);
    host.emit('state', { ...quiet, busy: true });
    await card.waitFor({ state: 'detached' });
    expect(await hasFocus(page)).toBe(true);
  });
});

describe('a reason for denying', () => {
  it.each(['Enter', 'Control+Enter', 'Control+Shift+Enter'])('is never sent as a yes: %s', async (keys) => {
    const { page, calls } = await openChat({ ...chatSnapshot, busy: true, approval });
    const reason = page.getByRole('textbox', { name: 'Reason for denying' });
    await reason.fill('not now');
    await reason.press(keys);
    await expect
      .poll(() => calls)
      .toEqual([['answerApproval', { id: 'approval-1', answer: 'deny', reason: 'not now' }]]);
  });
});

describe('items', () => {
  it('unfold a tool call, undo a decision, offer the action of an error, pin a message', async () => {
    const failed: ChatItem = {
      kind: 'error',
      key: 'e',
      text: 'The provider refused the key.',
      action: { label: 'Set API Key', command: 'setApiKey' },
    };
    const { page, calls } = await openChat({ ...chatSnapshot, items: [...conversation, failed] });
    await page.getByText('Read File').click();
    await page.getByText("import { describe, it } from 'vitest';").waitFor();
    await page.locator('.tool-call').getByText('Show in inspector').click();
    await page.getByRole('article', { name: 'Compression' }).getByText('Undo').click();
    await page.getByText('Set API Key').click();
    await page
      .getByRole('article', { name: 'You, pinned' })
      .getByRole('button', { name: /^Unpin/ })
      .click();
    await expect
      .poll(() => calls)
      .toEqual([
        ['openInspector', { index: 3 }],
        ['undo', { decisionId: 'd1' }],
        ['runAction', { command: 'setApiKey' }],
        ['setPinned', { index: 1, pinned: false }],
      ]);
  });

  it("show a model's markdown without its markup, pictures, styles or scripts", async () => {
    const text = [
      '<img src=x onerror="alert(1)"> <b style="color:red">bold</b>',
      '![picture](https://example.com/track.png)',
      '[run](command:workbench.action.quit) [js](javascript:alert(1)) [ok](https://example.com/)',
    ].join('\n\n');
    const { page } = await openChat({ ...chatSnapshot, items: [assistant('a', text, false)] });
    const body = page.locator('.markdown');
    await body.waitFor();
    expect(await body.locator('img, b, script, [style], [onerror]').count()).toBe(0);
    expect(await body.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      'https://example.com/track.png',
      'https://example.com/',
    ]);
  });

  it('stay at the end while they grow, unless one has scrolled up', async () => {
    const many = Array.from({ length: 40 }, (_, number) =>
      assistant(`a${String(number)}`, `Answer ${String(number)}`, false),
    );
    const { page, host } = await openChat({ ...chatSnapshot, items: many });
    const list = page.getByRole('region', { name: 'Conversation' });
    const fromEnd = (): Promise<number> =>
      list.evaluate((element) => Math.round(element.scrollHeight - element.scrollTop - element.clientHeight));
    await expect.poll(fromEnd).toBe(0);
    host.emit('item', assistant('new', 'A new line\n\n'.repeat(20), true));
    await page.getByText('A new line').last().waitFor();
    await expect.poll(fromEnd).toBe(0);
    await list.evaluate((element) => {
      element.scrollTop = 100;
    });
    await page.waitForFunction(
      () =>
        new Promise((resolve) =>
          requestAnimationFrame(() => {
            resolve(true);
          }),
        ),
    );
    host.emit('item', assistant('newer', 'Another line\n\n'.repeat(20), true));
    await page.getByText('Another line').last().waitFor({ state: 'attached' });
    expect(await list.evaluate((element) => element.scrollTop)).toBe(100);
    await page.getByRole('textbox', { name: 'Message' }).fill('and then');
    await page.keyboard.press('Enter');
    await expect.poll(fromEnd).toBe(0);
    // Growth between the move to the end and the event that tells of it is no scrolling of the reader.
    await list.evaluate((element) => {
      const line = document.createElement('p');
      line.style.height = '400px';
      element.querySelector('.items-content')?.append(line);
      element.dispatchEvent(new Event('scroll'));
    });
    await expect.poll(fromEnd).toBe(0);
  });

  it('draw the newest of a long session and fetch earlier ones when asked', async () => {
    const items = Array.from({ length: 500 }, (_, number) =>
      assistant(`a${String(number)}`, `Answer ${String(number)}`, false),
    );
    const asked: unknown[] = [];
    const earlier: ChatHostApi['earlier'] = (params) => {
      asked.push(params);
      return Promise.resolve([assistant('older', 'The oldest answer', false)]);
    };
    const { page } = await openChat({ ...chatSnapshot, items, earlierCount: 1 }, { api: { earlier } });
    expect(await page.locator('.items-list > li').count()).toBe(60);
    for (let step = 0; step < 8; step += 1) await page.getByText(/^Show earlier/).click();
    await expect.poll(() => page.locator('.items-list > li').count()).toBe(500);
    expect(asked).toEqual([]);
    await page.getByText('Show earlier (1)').click();
    await page.getByText('The oldest answer').waitFor({ state: 'attached' });
    expect(asked).toEqual([{ beforeKey: 'a0', count: 60 }]);
    await expect.poll(() => page.getByText(/^Show earlier/).count()).toBe(0);
  });
});

describe('the gauge', () => {
  it('says how full the context is and how that was got', async () => {
    const { page } = await openChat();
    const meter = page.getByRole('meter', { name: 'Context used' });
    expect(await meter.getAttribute('aria-valuetext')).toBe('9,912 of 16,000 tokens, 62%');
    await page.getByText('counted').waitFor();
    expect(await page.locator('.gauge-tick').count()).toBe(2);
  });
});

it('chooses another model', async () => {
  const { page, calls } = await openChat();
  await page.locator('vscode-dropdown').click();
  await page.getByRole('option', { name: 'gpt-5-mini' }).click();
  await expect.poll(() => calls).toEqual([['selectModel', { id: 'gpt' }]]);
});

it('shows the new label of a model that stays chosen', async () => {
  const { page, host } = await openChat();
  const dropdown = page.locator('vscode-dropdown');
  const shown = (): Promise<string | undefined> =>
    dropdown.evaluate((element) => element.shadowRoot?.querySelector('.selected-value')?.textContent.trim());
  await expect.poll(shown).toBe('Offline · no model');
  const models = chatSnapshot.models.map((model) => ({ ...model, detail: `${model.detail}, renamed` }));
  host.emit('reset', { ...chatSnapshot, models });
  await expect
    .poll(() =>
      dropdown.evaluate((element) => element.shadowRoot?.querySelector('.selected-value')?.textContent.trim()),
    )
    .toBe('Offline · no model, renamed');
});

it('shows an undone decision as undone', async () => {
  const { page, host } = await openChat();
  host.emit('item', { ...decision, undone: true } as ChatItem);
  await page.getByText('Undone').waitFor();
  expect(await page.getByRole('article', { name: 'Compression' }).getByText('Undo', { exact: true }).count()).toBe(0);
});
