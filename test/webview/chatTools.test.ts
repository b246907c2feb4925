import { describe, expect, it } from 'vitest';
import type { ChatEvents, ChatHostApi, ChatItem, ChatToolCall } from '../../src/protocol/chat';
import { chatSnapshot, recordingChatHost } from './support/chatHost';
import { openView, type OpenView } from './support/openView';

const call: ChatToolCall = {
  id: 'c',
  name: 'Bash',
  summary: 'npm test',
  arguments: '{}',
  status: 'running',
  output: '',
  todos: null,
  result: null,
  resultLength: 0,
  images: 0,
  pinned: false,
  index: null,
};

function withCall(changes: Partial<ChatToolCall>): ChatItem {
  const toolCalls = [{ ...call, ...changes }];
  return {
    kind: 'assistant',
    key: 'a',
    index: 1,
    text: '',
    thinking: '',
    toolCalls,
    streaming: false,
    pinned: false,
    usage: null,
  };
}

function openChat(item: ChatItem, busy = true): Promise<OpenView<ChatEvents>> {
  const { api } = recordingChatHost({ ...chatSnapshot, busy, items: [item] });
  const viewport = { width: 300, height: 700 };
  return openView<ChatHostApi, ChatEvents>({ view: 'chat', api, viewport });
}

describe('a call without an end', () => {
  it('runs while the agent is at work, and was interrupted where nobody is', async () => {
    const working = await openChat(withCall({}));
    await working.page.locator('.tool-call-word').getByText('running').waitFor();
    const resting = await openChat(withCall({ output: 'half' }), false);
    await resting.page.locator('.tool-call-word').getByText('interrupted').waitFor();
    expect(await resting.page.locator('.tool-call .icon-spinning, .running-output').count()).toBe(0);
  });
});

describe('the output of a running call', () => {
  it('shows its last lines as text, and goes when the call is done', async () => {
    const { page, host } = await openChat(withCall({}));
    await page.locator('.tool-call').waitFor();
    expect(await page.locator('.running-output').count()).toBe(0);
    const lines = Array.from({ length: 50 }, (_line, number) => `line ${number}`);
    const text = [...lines, '<img src=x onerror="document.title=1"><b>bold</b>'].join('\n');
    host.emit('toolOutput', { key: 'a', position: 0, text });
    const output = page.locator('.running-output');
    await output.waitFor();
    expect((await output.textContent())?.split('\n')).toHaveLength(8);
    expect(await output.textContent()).toContain('<b>bold</b>');
    expect(await output.locator('*').count()).toBe(0);
    expect(await output.getAttribute('aria-live')).toBe('off');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(300);
    host.emit('item', withCall({ status: 'done', result: 'all of it', resultLength: 9, index: 2 }));
    await expect.poll(() => output.count()).toBe(0);
  });
});

describe('the list of todos', () => {
  it('is folded to how much is done, and opens to a checklist', async () => {
    const { page } = await openChat(
      withCall({
        name: 'todo',
        summary: '1 of 2 done',
        status: 'done',
        todos: [
          { text: 'read', status: 'done' },
          { text: '<i>write</i>', status: 'inProgress' },
        ],
      }),
    );
    await page.locator('.tool-call', { hasText: '1 of 2 done' }).waitFor();
    expect(await page.locator('.todo').count()).toBe(0);
    await page.locator('.tool-call-line').click();
    await expect.poll(() => page.locator('.todo-text').allTextContents()).toEqual(['read', '<i>write</i>']);
    expect(await page.locator('.todo .visually-hidden').allTextContents()).toEqual(['done: ', 'in progress: ']);
  });
});
