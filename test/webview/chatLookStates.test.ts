import { describe, expect, it } from 'vitest';
import type { ChatEvents, ChatHostApi, ChatItem, ChatSnapshot, ChatToolCall } from '../../src/protocol/chat';
import { approval, chatSnapshot, recordingChatHost } from './support/chatHost';
import { axeFindings, openView, type OpenView } from './support/openView';
import { fewThemeNames, type ThemeName } from './support/themes';

const sidebar = { width: 300, height: 860 };

const call: ChatToolCall = {
  id: 'run',
  name: 'Bash',
  summary: 'npm test -- --reporter verbose',
  arguments: '{"command":"npm test -- --reporter verbose"}',
  status: 'running',
  output:
    ' ✓ test/upload.test.ts (12 tests) 840 ms\n ✓ test/retry.test.ts (4 tests) 112 ms with a line that is much too long',
  todos: null,
  result: null,
  resultLength: 0,
  images: 0,
  pinned: false,
  index: null,
};

const todos: ChatToolCall = {
  ...call,
  id: 'todos',
  name: 'Todo',
  summary: '1 of 3 done',
  status: 'done',
  output: '',
  result: 'kept',
  index: 3,
  todos: [
    { text: 'Give each worker a folder of its own', status: 'done' },
    { text: 'Seed the jitter in src/net/retryWithExponentialBackoff.ts', status: 'inProgress' },
    { text: 'Run the tests twenty times', status: 'pending' },
  ],
};

const busyItems: readonly ChatItem[] = [
  {
    kind: 'user',
    key: 'u',
    index: 1,
    text: 'Make it stable. @src/net/retry.ts',
    attachments: ['src/net/retry.ts'],
    pinned: false,
  },
  {
    kind: 'note',
    key: 'n1',
    text: 'Remembered: amounts are in cents',
    action: { label: 'Edit memory', command: 'editMemory' },
  },
  {
    kind: 'note',
    key: 'n2',
    text: 'The connection broke in the middle of the reply; it is asked again.',
    action: null,
  },
  {
    kind: 'assistant',
    key: 'a',
    index: 2,
    text: '',
    thinking: '',
    toolCalls: [todos, call],
    streaming: false,
    pinned: false,
    usage: null,
  },
];

const failedItems: readonly ChatItem[] = [
  ...busyItems.slice(0, 1),
  {
    kind: 'error',
    key: 'e',
    text: 'api.example.com refused the key (401). Set another one; it is kept in the secret storage.',
    action: { label: 'Set API Key', command: 'setApiKey' },
  },
  {
    kind: 'hint',
    key: 'h',
    hint: 'forgotten',
    text: 'What the agent forgot left its context. A pinned message never does.',
    actions: [
      { label: 'Pin it', command: 'pin', index: 1 },
      { label: 'Choose a larger window', command: 'selectModel' },
    ],
  },
];

async function open(theme: ThemeName, more: Partial<ChatSnapshot>): Promise<OpenView<ChatEvents>> {
  const { api } = recordingChatHost({ ...chatSnapshot, ...more });
  const view = await openView<ChatHostApi, ChatEvents>({ view: 'chat', api, theme, viewport: sidebar });
  await view.page.getByRole('textbox', { name: 'Message' }).waitFor();
  return view;
}

/** Saved for the eye; what a program can see is looked for at once. */
async function look({ page, screenshot }: OpenView<ChatEvents>, name: string): Promise<void> {
  await screenshot(name);
  // The text box keeps the focus; its arrow keys scroll the list of suggestions.
  const isFault = (finding: string): boolean =>
    !/^scrollable-region-focusable: <ul class="suggestion-list"/u.test(finding);
  expect((await axeFindings(page)).filter(isFault)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sidebar.width);
}

const queued = [
  { id: 'q1', text: 'And then run the tests of the whole project, please, twenty times over.' },
  { id: 'q2', text: 'Stop after that.' },
];

describe.each(fewThemeNames)('a chat at work in a 300 px sidebar, %s', (theme) => {
  it('asks with rule and reason', async () => {
    const detail = 'npm test -- --reporter verbose --run test/net/retryWithExponentialBackoff.test.ts';
    const view = await open(theme, {
      busy: true,
      items: busyItems.slice(0, 2),
      approval: { ...approval, summary: detail, detail },
    });
    await view.page.getByRole('textbox', { name: 'Reason for denying' }).fill('Only the one test.');
    await look(view, `chat-asks-${theme}`);
  });

  it('shows the change of a file where it asks for one', async () => {
    const detail = 'src/net/retry.ts\n\n- const jitter = Math.random();\n+ const jitter = seeded();';
    const asked = {
      ...approval,
      toolName: 'Edit',
      summary: 'src/net/retry.ts',
      detail,
      sessionScope: 'tool',
      changesFile: true,
    } as const;
    await look(
      await open(theme, { busy: true, items: [], approval: { ...asked, alwaysRule: 'Edit(src/net/**)' } }),
      `chat-asks-edit-${theme}`,
    );
  });

  it('shows todos, live output, notes, and what waits', async () => {
    const waiting = { until: Date.now() + 60_000, attempt: 2, tries: 5 };
    const view = await open(theme, { busy: true, items: busyItems, queued, waiting });
    await view.page.locator('.tool-call').first().locator('summary').click();
    await view.page.locator('.todo').first().waitFor();
    await look(view, `chat-works-${theme}`);
  });

  it('fails with what helps', async () => {
    await look(await open(theme, { items: failedItems, queued }), `chat-failed-${theme}`);
  });

  it.each(['/', '@src'])('suggests behind %s', async (typed) => {
    const view = await open(theme, {});
    const box = view.page
      .getByRole('textbox', { name: 'Message' })
      .or(view.page.getByRole('combobox', { name: 'Message' }));
    await box.focus();
    await view.page.keyboard.type(typed);
    await view.page.getByRole('listbox').waitFor();
    await look(view, `chat-suggests-${typed === '/' ? 'commands' : 'files'}-${theme}`);
  });
});
