import type { CompactionPreview, PreviewBatch, PreviewWishes } from '../../../src/protocol/preview';
import type { ChatApproval, ChatHostApi, ChatItem, ChatSnapshot } from '../../../src/protocol/chat';
import { sampleCall, sampleUsage } from './sampleUsage';

export const approval: ChatApproval = {
  id: 'approval-1',
  toolName: 'Bash',
  summary: 'npm test -- --reporter verbose',
  detail: 'npm test -- --reporter verbose\n# in the workspace folder, at most 120 s',
  sessionScope: 'command',
  alwaysRule: 'Bash(npm test *)',
  changesFile: false,
  target: null,
  runsByItself: false,
};

export const decision: ChatItem = {
  kind: 'decision',
  key: 'decision-1',
  decisionId: 'd1',
  text: 'Layer 1 compacted the 6 oldest tool results: the input was 76 % of the window.',
  savedTokens: 29_226,
  undone: false,
  summary: null,
};

/** ④ by a model, all its facts accounted for. */
export const summaryDecision: ChatItem = {
  kind: 'decision',
  key: 'decision-2',
  decisionId: 'd2',
  text: 'Layer 3 summarized 48 earlier messages: you asked for it, down to 21 %',
  savedTokens: 61_400,
  undone: false,
  summary: {
    level: 'full',
    model: 'gpt-5-mini',
    chunks: 3,
    faults: [],
    oversized: 0,
    facts: { found: 31, inSummary: 20, listed: 9, reachable: 2 },
    usage: { inputTokens: 64_000, outputTokens: 1_800 },
  },
};

export const conversation: readonly ChatItem[] = [
  {
    kind: 'user',
    key: 'u1',
    index: 1,
    text: 'Make the upload test stable without changing the API. Never touch vendor/.',
    attachments: [],
    pinned: true,
  },
  {
    kind: 'assistant',
    key: 'a1',
    index: 2,
    text: "I'll look at the test first, then at the **retry helper**.",
    thinking: 'The test is flaky, probably a race.',
    streaming: false,
    pinned: false,
    usage: sampleCall,
    toolCalls: [
      {
        id: 't1',
        name: 'Read File',
        summary: 'test/upload.test.ts',
        arguments: '{\n  "path": "test/upload.test.ts"\n}',
        status: 'done',
        output: '',
        todos: null,
        result: "import { describe, it } from 'vitest';\n\ndescribe('upload', () => {",
        resultLength: 14_410,
        images: 0,
        pinned: false,
        index: 3,
      },
      {
        id: 't2',
        name: 'Grep',
        summary: 'retryWithBackoff in src/**/*.ts',
        arguments: '{ "pattern": "retryWithBackoff" }',
        status: 'failed',
        output: '',
        todos: null,
        result: 'The pattern is not a valid regular expression.',
        resultLength: 46,
        images: 0,
        pinned: false,
        index: 4,
      },
    ],
  },
  decision,
  {
    kind: 'assistant',
    key: 'a2',
    index: 5,
    text: [
      'The race is in the temp-folder cleanup: two workers remove the same path.',
      '',
      '1. Give each worker its own folder',
      '2. Seed the jitter in `src/net/retry.ts`',
      '',
      '```ts',
      'const folder = await mkdtemp(join(tmpdir(), `upload-${process.pid}-`));',
      '```',
      '',
      'See [the docs](https://nodejs.org/api/fs.html).',
    ].join('\n'),
    thinking: '',
    streaming: false,
    pinned: false,
    usage: null,
    toolCalls: [],
  },
];

export const chatSnapshot: ChatSnapshot = {
  sessionId: 's1',
  title: 'Fix flaky upload test',
  items: conversation,
  earlierCount: 0,
  busy: false,
  approval: null,
  summary: null,
  waiting: null,
  queued: [],
  gauge: {
    contextTokens: 9_912,
    window: 16_000,
    reserve: 2_000,
    counted: 'counted',
    errorBand: null,
    thresholds: [
      { setting: 'strata.layer1.inputHeadroomRatio', label: '75 % compact', tokens: 12_000 },
      { setting: 'strata.layer2.preemptiveRatio', label: '90 % prune', tokens: 12_600 },
    ],
  },
  usage: sampleUsage,
  models: [
    { id: 'offline', label: 'Offline', detail: 'no model' },
    { id: 'gpt', label: 'gpt-5-mini', detail: 'OpenAI' },
  ],
  modelId: 'offline',
  restricted: null,
};

const batches: readonly PreviewBatch[] = [
  {
    kind: 'results',
    title: 'Replace 6 old tool results by pointers to the archive',
    tokensBefore: 9_912,
    tokensAfter: 6_100,
    cache: { rereadTokens: 3_526, savedTokens: 3_812, paysBackAfterCalls: 6, dollars: null },
    messages: [],
    messageCount: 6,
  },
  {
    kind: 'messages',
    title: 'Remove 8 earlier messages; the originals stay in the archive',
    tokensBefore: 9_912,
    tokensAfter: 4_000,
    cache: null,
    messages: [],
    messageCount: 8,
  },
];

/** The results alone while they are left in; the messages where they are not. */
function previewOf({ skip }: PreviewWishes): CompactionPreview {
  const left = batches.filter(({ kind }) => !skip.includes(kind)).slice(0, 1);
  return {
    tokensBefore: 9_912,
    tokensAfter: left[0]?.tokensAfter ?? 9_912,
    window: 16_000,
    batches: left,
    cache: left[0]?.cache ?? null,
    pinned: [],
  };
}

/** A host that answers with `snapshot`, records every other call as `[method, parameters]`, and does nothing. */
export function recordingChatHost(snapshot: ChatSnapshot): { api: ChatHostApi; calls: [string, unknown][] } {
  const calls: [string, unknown][] = [];
  const record =
    (method: string) =>
    (params?: unknown): Promise<void> => {
      calls.push([method, params]);
      return Promise.resolve();
    };
  const api: ChatHostApi = {
    snapshot: () => Promise.resolve(snapshot),
    earlier: () => Promise.resolve([]),
    send: record('send'),
    stop: record('stop'),
    retry: record('retry'),
    answerApproval: record('answerApproval'),
    showProposal: record('showProposal'),
    remember: record('remember'),
    editMemory: record('editMemory'),
    openSession: record('openSession'),
    compact: record('compact'),
    summarize: record('summarize'),
    skipSummary: record('skipSummary'),
    undo: record('undo'),
    newSession: record('newSession'),
    continueSession: record('continueSession'),
    exportSession: record('exportSession'),
    sendQueued: record('sendQueued'),
    unqueue: record('unqueue'),
    findFiles: () => Promise.resolve(['src/a.ts', 'src/deep/with blank.md']),
    selectModel: record('selectModel'),
    setPinned: record('setPinned'),
    openInspector: record('openInspector'),
    showDecision: record('showDecision'),
    editAndResend: record('editAndResend'),
    dismissHint: record('dismissHint'),
    previewCompact: (wishes) => {
      calls.push(['previewCompact', wishes]);
      return Promise.resolve(previewOf(wishes));
    },
    compactAs: record('compactAs'),
    runAction: record('runAction'),
  };
  return { api, calls };
}
