import { describe, expect, it } from 'vitest';
import type { ChatEvents, ChatHostApi, ChatSnapshot } from '../../src/protocol/chat';
import { chatSnapshot, recordingChatHost } from './support/chatHost';
import { axeFindings, openView } from './support/openView';

const queued = [
  { id: 'q1', text: 'and then run the tests' },
  { id: 'q2', text: 'in German, please' },
];

async function openComposer(snapshot: ChatSnapshot = chatSnapshot) {
  const { api, calls } = recordingChatHost(snapshot);
  const view = await openView<ChatHostApi, ChatEvents>({
    view: 'chat',
    api,
    viewport: { width: 300, height: 700 },
  });
  const input = view.page.getByRole('textbox', { name: 'Message' });
  await input.waitFor();
  return { ...view, calls, input };
}

describe('commands', () => {
  it('take what stands behind them', async () => {
    const { calls, input, page } = await openComposer();
    await input.fill('/remember amounts are in cents');
    await page.keyboard.press('Enter');
    await input.fill('/remember');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await input.fill('/pin');
    await page.keyboard.press('Enter');
    await input.fill('/export');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => calls.map(([name]) => name))
      .toEqual(['remember', 'editMemory', 'setPinned', 'exportSession']);
    expect(calls[0]).toEqual(['remember', { note: 'amounts are in cents' }]);
  });

  it('are never sent to the model by a slip, and say what is wrong', async () => {
    const { calls, input, page } = await openComposer();
    for (const typed of ['/compact focus on errors', '/undo', '/sumarize now']) {
      await input.fill(typed);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      expect(await input.inputValue()).toBe(typed);
    }
    expect(calls).toEqual([]);
    await input.fill(' /undo means what here?');
    await page.keyboard.press('Enter');
    await input.fill('/etc/hosts: what is in it?');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => calls)
      .toEqual([
        ['send', { text: ' /undo means what here?' }],
        ['send', { text: '/etc/hosts: what is in it?' }],
      ]);
  });
});

describe('commands while the agent works', () => {
  it('are refused in words where they want it done, and stay where they were typed', async () => {
    const { calls, input, page } = await openComposer({ ...chatSnapshot, busy: true });
    for (const typed of ['/new', '/clear', '/continue', '/compact', '/summarize']) {
      await input.fill(typed);
      await page.keyboard.press('Enter');
      await page
        .getByRole('alert')
        .filter({ hasText: `${typed}: the agent is at work` })
        .waitFor();
      expect(await input.inputValue()).toBe(typed);
    }
    await input.fill('/export');
    await page.keyboard.press('Enter');
    await expect.poll(() => calls.map(([name]) => name)).toEqual(['exportSession']);
  });
});

describe('files behind @', () => {
  it('are offered and put in by keyboard, where the caret is', async () => {
    const { input, page, calls } = await openComposer();
    await input.pressSequentially('Look at @a');
    const list = page.getByRole('listbox', { name: 'Files' });
    await list.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await input.inputValue()).toBe('Look at @src/a.ts ');
    await input.pressSequentially('and @wit');
    await list.waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await input.inputValue()).toBe('Look at @src/a.ts and @"src/deep/with blank.md" ');
    expect(calls).toEqual([]);
    await input.pressSequentially('now');
    await page.keyboard.press('Enter');
    await expect.poll(() => calls.map(([name]) => name)).toEqual(['send']);
  });

  it('are closed by Escape, and a mail address is no file', async () => {
    const { input, page } = await openComposer();
    await input.pressSequentially('me@exa');
    expect(await page.getByRole('listbox').count()).toBe(0);
    await input.fill('');
    await input.pressSequentially('@');
    await page.getByRole('listbox', { name: 'Files' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
  });
});

describe('what is typed while the agent works', () => {
  it('is sent to wait, in sight, and can be taken back or discarded', async () => {
    const { calls, host, input, page } = await openComposer({ ...chatSnapshot, busy: true, queued });
    await input.fill('one more');
    await page.keyboard.press('Enter');
    await expect.poll(() => calls).toEqual([['send', { text: 'one more' }]]);
    const waiting = page.getByRole('region', { name: 'Waiting messages' });
    expect(await waiting.getByRole('listitem').count()).toBe(2);
    expect(await axeFindings(page)).toEqual([]);
    const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(overflows).toBe(false);
    await waiting.getByRole('button', { name: /^Edit/ }).first().click();
    expect(await input.inputValue()).toBe('and then run the tests');
    await waiting
      .getByRole('button', { name: /^Discard/ })
      .last()
      .click();
    const { approval, summary, waiting: wait, gauge, usage, title } = chatSnapshot;
    host.emit('state', {
      busy: false,
      approval,
      summary,
      waiting: wait,
      gauge,
      usage,
      title,
      queued: queued.slice(0, 1),
    });
    await waiting.getByRole('button', { name: 'Send now' }).click();
    await expect
      .poll(() => calls.slice(1))
      .toEqual([
        ['unqueue', { id: 'q1' }],
        ['unqueue', { id: 'q2' }],
        ['sendQueued', undefined],
      ]);
  });
});
