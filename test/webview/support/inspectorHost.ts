import type { InspectorHostApi } from '../../../src/protocol/inspector';
import type { DecisionDetail, MessageDetail } from '../../../src/protocol/inspectorDetail';
import type { InspectorSnapshot } from '../../../src/protocol/inspectorFacts';
import type { DecisionRow, MessageRow, Row, RowFilter } from '../../../src/protocol/inspectorRows';
import type { Fate, Role } from '../../../src/protocol/terms';
import type { CompactionPreview, PreviewBatch, PreviewWishes } from '../../../src/protocol/preview';
import { fateChangeStep, hitStep } from '../../../src/worker/readModel/rowSteps';
import { indexesOf, listedRows, passingRows, placeOf, withHit } from './rowLists';
import { sampleSeen } from './sampleSeen';
import { fakeWhatIf } from './whatIfHost';
import { sampleCall, sampleSummaryCall, sampleUsage } from './sampleUsage';

const fates: readonly Fate[] = ['kept', 'truncated', 'compacted', 'pruned', 'summarized'];
const tools = ['Read File', 'Grep', 'Bash', 'Edit'];
const titles: Readonly<Record<Role, readonly string[]>> = {
  system: ['You are a coding agent. Work in small steps.'],
  user: [
    'Make the upload test stable without changing the API. Never touch vendor/.',
    'It still fails on Windows, here is the log',
  ],
  assistant: [
    "I'll look at the test first, then at the retry helper.",
    'The race is in the temp-folder cleanup: two workers remove the same path.',
  ],
  tool: [
    'test/upload.test.ts · 412 lines',
    '"retryWithBackoff" · 208 matches',
    'npm test -- --reporter verbose · 9 214 lines',
    'src/net/retry.ts · jitter seeded per test',
  ],
};

/** Messages between two turn rows, and the place of a decision row among them. */
const turnLength = 12;
const tokensInContext: Readonly<Record<Fate, number>> = {
  kept: 1,
  truncated: 0.3,
  compacted: 0.02,
  pruned: 0,
  summarized: 0,
};

function messageRow(index: number): MessageRow {
  const step = index % turnLength;
  const role: Role = index === 0 ? 'system' : step === 1 ? 'user' : step % 2 === 0 ? 'assistant' : 'tool';
  const fate: Fate = role === 'tool' ? (fates[(index * 7) % 5] ?? 'kept') : index % 11 === 4 ? 'summarized' : 'kept';
  const tokensOriginal = role === 'tool' ? 200 + ((index * 7919) % 6000) : 20 + ((index * 31) % 400);
  return {
    kind: 'message',
    index,
    turn: Math.floor(index / turnLength) + 1,
    role,
    fate,
    otherFate: null,
    title: titles[role][index % titles[role].length] ?? '',
    toolName: role === 'tool' ? (tools[index % tools.length] ?? null) : null,
    tokensOriginal,
    tokensInContext: Math.round(tokensOriginal * tokensInContext[fate]),
    pinned: index % 40 === 1,
    archived: fate !== 'kept',
    isError: index % 90 === 5,
    hasMedia: index % 120 === 7,
    synthetic: index % 150 === 8 ? 'summary' : null,
  };
}

/** Rows of a made-up session: a turn row before every turn and a decision row in it. */
export function syntheticRows(messages: number): readonly Row[] {
  const rows: Row[] = [];
  for (let index = 0; index < messages; index += 1) {
    const step = index % turnLength;
    if (step === 0) {
      const turn = index / turnLength + 1;
      const title =
        turn % 2 === 1
          ? 'Make the upload test stable without changing the API'
          : 'It still fails on Windows, here is the log';
      rows.push({
        kind: 'turn',
        turn,
        title,
        messageCount: turnLength,
        tokensOriginal: 92_410,
        tokensInContext: 5_312,
        fates: { kept: 5, compacted: 4, summarized: 3 },
      });
    }
    if (step === 8) {
      rows.push({
        kind: 'decision',
        id: `decision-${String(index)}`,
        strategy: index % 5 === 0 ? 'prune' : 'compact',
        layer: index % 5 === 0 ? 2 : 1,
        title: 'Compacted the 5 oldest tool results: the input was 76.2 % of the window, over 75 %',
        call: index / 2,
        messageCount: 5,
        putBackCount: 0,
        tokensBefore: 152_300,
        tokensAfter: 119_870,
        freedTokens: 32_430,
        undone: index % 60 === 20,
        cache: {
          rereadTokens: 31_200,
          savedTokens: 32_430,
          paysBackAfterCalls: 9,
          dollars: { reread: 0.0842, savedPerCall: 0.0097 },
        },
        summary: null,
      });
    }
    rows.push(messageRow(index));
  }
  return rows;
}

function countFates(rows: readonly Row[]): Record<Fate, number> {
  const counts = { kept: 0, truncated: 0, compacted: 0, pruned: 0, summarized: 0 };
  for (const row of rows) if (row.kind === 'message') counts[row.fate] += 1;
  return counts;
}

export function inspectorSnapshot(rows: readonly Row[], changes: Partial<InspectorSnapshot> = {}): InspectorSnapshot {
  const messageCount = rows.filter(({ kind }) => kind === 'message').length;
  return {
    title: 'Fix flaky upload test',
    sessionId: null,
    kind: 'transcript',
    tracks: null,
    isGrowing: false,
    lostFile: null,
    sessions: null,
    format: 'Claude Code',
    model: 'claude-sonnet',
    window: 200_000,
    reserve: 16_000,
    contextTokens: 123_712,
    originalTokens: 535_900,
    counted: 'counted',
    errorBand: null,
    composition: {
      system: 6_012,
      tools: 8_100,
      memory: 3_200,
      user: 12_400,
      assistant: 27_900,
      toolResults: 54_000,
      summaries: 12_100,
      notices: 0,
    },
    thresholds: [
      { setting: 'strata.layer1.singleToolResultShare', label: '50 % one result', tokens: 100_000 },
      { setting: 'strata.layer1.compactTargetRatio', label: '60 % target', tokens: 120_000 },
      { setting: 'strata.layer1.inputHeadroomRatio', label: '75 % compact', tokens: 150_000 },
      { setting: 'strata.layer1.evictInputsRatio', label: '85 % arguments', tokens: 170_000 },
      { setting: 'strata.layer2.preemptiveRatio', label: '90 % prune', tokens: 165_600 },
    ],
    messageCount,
    turnCount: Math.ceil(messageCount / turnLength),
    fates: countFates(rows),
    track: 'replayed',
    seriesVersion: String(rows.length),
    decisionCount: 9,
    savedTokens: 412_188,
    usage: sampleUsage,
    callCount: 61,
    calls: Array.from({ length: 61 }, (_, call) => {
      const before = 30_000 + ((call * 9_000) % 123_000);
      const decided = call > 0 && 30_000 + (((call + 1) * 9_000) % 123_000) < before;
      return {
        firstCall: call + 1,
        call: call + 1,
        tokensBefore: before,
        tokensAfter: decided ? before - 30_000 : before,
        savedTokens: decided ? 30_000 : 0,
        prefixTokens: call === 0 ? 0 : decided ? 20_000 : 40_000,
        previousTokens: call === 0 ? 0 : 40_000,
        decisionCount: decided ? 1 : 0,
      };
    }),
    tools,
    problems: [],
    tooLarge: null,
    floor: null,
    cachedPrefix: { calls: 20, unknownCalls: 0, share: 0.93 },
    summaryWriting: null,
    revision: 1,
    ...changes,
  };
}

export interface FakeInspector {
  readonly api: InspectorHostApi;
  /** Every call but `snapshot`, as `[method, parameters]`. */
  readonly calls: [string, unknown][];
  rows: readonly Row[];
  snapshot: InspectorSnapshot;
}

/** A host over rows in memory. `rows` and `snapshot` may be replaced before a `changed` event is emitted. */
export function fakeInspector(rows: readonly Row[], changes: Partial<InspectorSnapshot> = {}): FakeInspector {
  const calls: [string, unknown][] = [];
  const record =
    (method: string) =>
    (params?: unknown): Promise<void> => {
      calls.push([method, params]);
      return Promise.resolve();
    };
  const passing = (filter: RowFilter): readonly Row[] => passingRows(fake.rows, filter);
  const fake: FakeInspector = {
    calls,
    rows,
    snapshot: inspectorSnapshot(rows, changes),
    api: {
      snapshot: () => Promise.resolve(fake.snapshot),
      seen: (params) => {
        calls.push(['seen', params]);
        return Promise.resolve(sampleSeen(params, fake.snapshot, summaryRow));
      },
      series: (params) => {
        calls.push(['series', params]);
        const { seriesVersion, calls: points, tools, problems } = fake.snapshot;
        return Promise.resolve({ seriesVersion, keptCalls: 0, calls: points, keepsTools: false, tools, problems });
      },
      rows: (params) => {
        calls.push(['rows', params]);
        const { filter, search, from, count } = params;
        const found = listedRows(fake.rows, params);
        const matchingMessages = indexesOf(passing(filter)).length;
        const { revision } = fake.snapshot;
        return Promise.resolve({
          revision,
          version: String(revision),
          total: found.length,
          matchingMessages,
          from,
          offsets: null,
          rows: found.slice(from, from + count).map((row) => withHit(row, search)),
        });
      },
      locate: (params) => {
        calls.push(['locate', params]);
        return Promise.resolve(placeOf(fake.rows, params));
      },
      heading: (params) => {
        calls.push(['heading', params]);
        const above = listedRows(fake.rows, params).slice(0, params.position + 1);
        const heading = above.findLastIndex(({ kind }) => kind === 'turn');
        return Promise.resolve(heading < 0 ? null : heading);
      },
      nextHit: (params) => {
        calls.push(['nextHit', params]);
        const { filter, text, ...step } = params;
        return Promise.resolve(hitStep(indexesOf(passing({ ...filter, text })), step));
      },
      nextFateChange: (params) => {
        calls.push(['nextFateChange', params]);
        const { filter, ...step } = params;
        return Promise.resolve(fateChangeStep(indexesOf(passing(filter)), (index) => messageRow(index).fate, step));
      },
      detail: (params) => {
        calls.push(['detail', params]);
        return Promise.resolve(messageDetail(params.index, fake.snapshot.revision));
      },
      decision: (params) => {
        calls.push(['decision', params]);
        return Promise.resolve(decisionDetail(params.id, fake));
      },
      isCurrent: (params) => {
        calls.push(['isCurrent', params]);
        return Promise.resolve(false);
      },
      preview: (wishes) => {
        calls.push(['preview', wishes]);
        return Promise.resolve(compactionPreview(wishes));
      },
      restore: record('restore'),
      compact: record('compact'),
      openOriginal: record('openOriginal'),
      openDiff: record('openDiff'),
      openSetting: record('openSetting'),
      openSourceLine: record('openSourceLine'),
      chooseSession: record('chooseSession'),
      restoreSession: record('restoreSession'),
      setPinned: record('setPinned'),
      undo: record('undo'),
      setTrack: record('setTrack'),
      exportSession: record('exportSession'),
      ...fakeWhatIf(calls),
    },
  };
  return fake;
}

/** The decision that took the messages whose fate is `summarized`. */
export const summaryRow: DecisionRow = {
  kind: 'decision',
  id: 'summary-1',
  strategy: 'summarizePartial',
  layer: 3,
  title: 'Layer 3 summarized in part, outlined the rest of 48 earlier messages: you asked for it, down to 41 %',
  call: 61,
  messageCount: 48,
  putBackCount: 0,
  tokensBefore: 152_300,
  tokensAfter: 82_000,
  freedTokens: 70_300,
  undone: false,
  cache: { rereadTokens: 76_000, savedTokens: 70_300, paysBackAfterCalls: 10, dollars: null },
  summary: {
    level: 'outline',
    model: 'gpt-5-mini',
    chunks: 3,
    faults: [
      { level: 'full', fault: 'timeout' },
      { level: 'withoutOversized', fault: 'notSmaller' },
    ],
    oversized: 2,
    facts: { found: 31, inSummary: 20, listed: 9, reachable: 2 },
    usage: { inputTokens: 64_000, outputTokens: 1_800 },
  },
};

const summaryText = [
  '## User intent and goals',
  'Make the upload test stable without changing the API; never touch vendor/.',
  '',
  '## Errors and their fixes',
  'EBUSY on Windows: two workers removed the same folder. Each has its own now.',
].join('\n');

function decisionDetail(id: string, fake: FakeInspector): DecisionDetail {
  const listed = fake.rows.find((row) => row.kind === 'decision' && row.id === id);
  const row = listed?.kind === 'decision' ? listed : summaryRow;
  const messages = Array.from({ length: Math.min(row.messageCount, 50) }, (_, place) => messageRow(place + 2));
  return {
    revision: fake.snapshot.revision,
    version: String(fake.snapshot.revision),
    row,
    position: 56,
    usage: row.summary === null ? null : sampleSummaryCall,
    text: row.summary === null ? null : { text: summaryText, length: summaryText.length },
    messages: messages.map(({ index, role, fate, title, tokensOriginal }) => ({
      index,
      role,
      fate,
      title,
      tokensOriginal,
      putBack: false,
    })),
  };
}

const previewBatches: readonly PreviewBatch[] = [
  {
    kind: 'results',
    title: 'Replace 12 old tool results by pointers to the archive',
    tokensBefore: 123_712,
    tokensAfter: 91_204,
    cache: { rereadTokens: 74_310, savedTokens: 32_508, paysBackAfterCalls: 21, dollars: null },
    messages: Array.from({ length: 12 }, (_, place) => ({
      index: 3 + 2 * place,
      title: `src/net/retry${String(place)}.ts`,
      tokensBefore: 2_731,
      tokensAfter: 22,
    })),
    messageCount: 12,
  },
  {
    kind: 'messages',
    title: 'Remove 90 earlier messages; the originals stay in the archive',
    tokensBefore: 91_204,
    tokensAfter: 74_200,
    cache: { rereadTokens: 60_100, savedTokens: 17_004, paysBackAfterCalls: 32, dollars: null },
    messages: Array.from({ length: 50 }, (_, place) => ({
      index: 2 + place,
      title: 'The race is in the temp-folder cleanup: two workers remove the same path.',
      tokensBefore: 190,
      tokensAfter: 0,
    })),
    messageCount: 90,
  },
];

/** What is left of the two batches under the wishes; a pinned message is in none of them. */
function compactionPreview({ skip, pin }: PreviewWishes): CompactionPreview {
  const batches = previewBatches
    .filter(({ kind }) => !skip.includes(kind))
    .map((batch) => ({ ...batch, messages: batch.messages.filter(({ index }) => !pin.includes(index)) }));
  const saved = batches.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0);
  return {
    tokensBefore: 123_712,
    tokensAfter: 123_712 - saved,
    window: 200_000,
    batches,
    cache:
      batches.length === 0
        ? null
        : {
            rereadTokens: 74_310,
            savedTokens: saved,
            paysBackAfterCalls: 14,
            dollars: { reread: 0.2006, savedPerCall: 0.0149 },
          },
    pinned: pin.map((index) => ({ index, title: 'src/net/retry.ts', tokensBefore: 2_731, tokensAfter: 2_731 })),
  };
}

function messageDetail(index: number, revision: number): MessageDetail {
  const row = messageRow(index);
  const isSummarized = row.fate === 'summarized';
  const original =
    `src/net/retry.ts:14: export function retryWithBackoff(\nsrc/net/retry.ts:61:   return retryWithBackoff(op, {\n`.repeat(
      12,
    );
  const pointer = 'archive/9f31c2ab77e0/grep.txt';
  return {
    revision,
    version: String(revision),
    row,
    original: { text: `Original of ${String(index)}\n${original}`, length: 61_140 },
    inContextKind: isSummarized ? 'summary' : 'message',
    coveredBy: isSummarized ? summaryRow : null,
    inContext: isSummarized
      ? { text: summaryText, length: summaryText.length }
      : row.fate === 'kept'
        ? { text: row.title, length: row.title.length }
        : { text: `[compacted: tool output removed to free context]\n${pointer}`, length: 78 },
    why:
      row.fate === 'kept'
        ? []
        : [
            {
              decisionId: 'decision-44',
              strategy: 'compact',
              layer: 1,
              reason: 'threshold',
              measure: 'threshold',
              recorded: null,
              setting: 'strata.layer1.inputHeadroomRatio',
              measuredTokens: 152_300,
              thresholdTokens: 150_000,
              measuredShare: 0.762,
              tokensBefore: 6_114,
              tokensAfter: 22,
              batchSize: 5,
              undone: false,
              putBack: false,
            },
          ],
    pointers: row.fate === 'kept' ? [] : [pointer],
    sourceLine: index + 1,
    toolCallId: null,
    model: null,
    usage: row.role === 'assistant' ? sampleCall : null,
    createdAt: 1_790_000_000_000,
  };
}
