import type { ChatItem, ChatToolCall } from '../../../src/protocol/chat';

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

/** While the agent works. */
export const busyItems: readonly ChatItem[] = [
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

/** After it failed. */
export const failedItems: readonly ChatItem[] = [
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
