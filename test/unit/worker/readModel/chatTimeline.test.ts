import { describe, expect, it } from 'vitest';
import type { Decision } from '../../../../src/engine/decision';
import type { JournalEntry } from '../../../../src/engine/journal';
import type { Message } from '../../../../src/engine/message';
import type { ChatItem } from '../../../../src/protocol/chat';
import { ChatTimeline } from '../../../../src/worker/readModel/chatTimeline';

const message = (fields: Omit<Message, 'id' | 'parts'> & { text?: string; parts?: Message['parts'] }): JournalEntry => {
  const { text, parts, ...rest } = fields;
  return { type: 'message', message: { id: 'any', parts: parts ?? [{ type: 'text', text: text ?? '' }], ...rest } };
};

const call = (id: string, path: string): Message['parts'][number] => ({
  type: 'toolCall',
  id,
  name: 'Read File',
  arguments: JSON.stringify({ path }),
});

const decision: Decision = {
  id: 'd1',
  strategy: 'compact',
  layer: 1,
  trigger: { reason: 'threshold', setting: 'layer1.inputHeadroomRatio', measuredTokens: 900, thresholdTokens: 750 },
  historyLength: 2,
  tokensBefore: 900,
  tokensAfter: 400,
  counted: 'counted',
  edits: [],
  removal: null,
};

function timelineOf(...entries: JournalEntry[]): ChatTimeline {
  const timeline = new ChatTimeline();
  for (const entry of entries) timeline.fold(entry);
  return timeline;
}

function checkCalls(item: ChatItem | undefined, expected: Record<string, unknown>[]): void {
  expect(item?.kind === 'assistant' ? item.toolCalls : undefined).toMatchObject(expected);
}

const system = message({ role: 'system', text: 'You are…' });
const question = message({ role: 'user', text: 'What is in a and b?' });
const twoCalls = message({ role: 'assistant', parts: [call('1', 'a.ts'), call('2', 'b.ts')] });

describe('ChatTimeline', () => {
  it('shows what was said and leaves out the system prompt and injected text', () => {
    const { items, historyLength } = timelineOf(
      system,
      question,
      message({ role: 'user', text: 'harness', synthetic: 'injected' }),
      message({
        role: 'assistant',
        parts: [
          { type: 'thinking', text: 'hm' },
          { type: 'text', text: 'Nothing.' },
        ],
      }),
    );
    expect(historyLength).toBe(4);
    expect(items).toEqual([
      { kind: 'user', key: 'message-1', index: 1, text: 'What is in a and b?', attachments: [], pinned: false },
      {
        kind: 'assistant',
        key: 'message-3',
        index: 3,
        text: 'Nothing.',
        thinking: 'hm',
        toolCalls: [],
        streaming: false,
        pinned: false,
        usage: null,
      },
    ]);
  });

  it('shows the list a call of Todo sets, and how much of it is done', () => {
    const todos = [
      { content: 'read', status: 'completed' },
      { content: 'write', status: 'in_progress' },
      { content: 'x'.repeat(1000), status: 'pending' },
    ];
    const { items } = timelineOf(
      message({
        role: 'assistant',
        parts: [
          { type: 'toolCall', id: '1', name: 'todo', arguments: JSON.stringify({ todos }) },
          call('2', 'a.ts'),
          { type: 'toolCall', id: '3', name: 'todo', arguments: JSON.stringify({ todos: Array(500).fill(todos[0]) }) },
        ],
      }),
    );
    const [item] = items;
    const [first, second, long] = item?.kind === 'assistant' ? item.toolCalls : [];
    expect(first).toMatchObject({
      summary: '1 of 3 done',
      todos: [
        { text: 'read', status: 'done' },
        { text: 'write', status: 'inProgress' },
        { text: expect.stringMatching(/^x{200,300}…?$/u) as unknown, status: 'pending' },
      ],
    });
    expect(second?.todos).toBeNull();
    expect(long?.todos).toHaveLength(100);
  });

  it('puts each result with its call, in any order', () => {
    const { items } = timelineOf(
      system,
      question,
      twoCalls,
      message({ role: 'tool', toolCallId: '2', text: 'no such file', isError: true }),
      message({ role: 'tool', toolCallId: '1', text: 'x'.repeat(3000) }),
    );
    expect(items).toHaveLength(2);
    checkCalls(items[1], [
      { id: '1', name: 'Read File', summary: 'a.ts', status: 'done', resultLength: 3000, index: 4 },
      { id: '2', summary: 'b.ts', status: 'failed', result: 'no such file', index: 3 },
    ]);
  });

  it('gives a repeated call id to the newest call', () => {
    const { items } = timelineOf(
      message({ role: 'assistant', parts: [call('1', 'a.ts')] }),
      message({ role: 'tool', toolCallId: '1', text: 'first' }),
      message({ role: 'assistant', parts: [call('1', 'b.ts')] }),
      message({ role: 'tool', toolCallId: '1', text: 'second' }),
    );
    checkCalls(items[0], [{ result: 'first' }]);
    checkCalls(items[1], [{ result: 'second' }]);
  });

  it('changes one call by its place, whatever its id', () => {
    const timeline = timelineOf(
      question,
      message({ role: 'assistant', parts: [call('1', 'a.ts'), call('1', 'b.ts')] }),
    );
    timeline.changeCall(1, 1, { status: 'denied' });
    checkCalls(timeline.items[1], [{ status: 'running' }, { status: 'denied' }]);
  });

  it('takes a reply back and still finds the items behind it', () => {
    const timeline = timelineOf(
      question,
      message({ role: 'assistant', text: 'one' }),
      message({ role: 'user', text: 'two' }),
    );
    timeline.remove('message-1');
    timeline.fold({ type: 'pin', index: 2, pinned: true });
    expect(timeline.items).toMatchObject([{ key: 'message-0' }, { key: 'message-2', pinned: true }]);
  });

  it('tells of a summary who wrote it and what survived, and of the oversized how many', () => {
    const facts = { found: 31, inSummary: 20, listed: 9, reachable: 2 };
    const faults = [{ level: 'full', fault: 'timeout' } as const];
    const report = { level: 'outline', faults, model: 'm', chunks: 3, oversized: [4, 9], facts, usage: null } as const;
    const summarized: Decision = { ...decision, strategy: 'summarizePartial', layer: 3, summary: report };
    const [item] = new ChatTimeline().fold({ type: 'decision', decision: summarized });
    expect(item).toMatchObject({ summary: { ...report, oversized: 2 } });
    expect(new ChatTimeline().fold({ type: 'decision', decision })).toMatchObject([{ summary: null }]);
  });

  it('shows decisions where they were taken and marks them when undone', () => {
    const model: JournalEntry = { type: 'model', provider: 'offline', model: 'offline', window: 1000, reserve: 80 };
    const timeline = timelineOf(
      model,
      question,
      { type: 'decision', decision },
      message({ role: 'assistant', text: 'Done.' }),
    );
    expect(timeline.items[1]).toMatchObject({
      kind: 'decision',
      key: 'decision-d1',
      decisionId: 'd1',
      text: expect.stringContaining('90%') as string,
      savedTokens: 500,
      undone: false,
    });
    expect(timeline.fold({ type: 'undo', decisionId: 'd1' })).toMatchObject([{ key: 'decision-d1', undone: true }]);
    expect(timeline.items.map(({ key }) => key)).toEqual(['message-0', 'decision-d1', 'message-1']);
  });

  it('shows pins of messages of both sides and of results', () => {
    const timeline = timelineOf(
      question,
      message({ role: 'assistant', parts: [call('1', 'a.ts')] }),
      message({ role: 'tool', toolCallId: '1', text: 'x' }),
    );
    expect(timeline.fold({ type: 'pin', index: 1, pinned: true })).toMatchObject([{ kind: 'assistant', pinned: true }]);
    checkCalls(timeline.fold({ type: 'pin', index: 2, pinned: true })[0], [{ index: 2, pinned: true }]);
    checkCalls(timeline.fold({ type: 'pin', index: 2, pinned: false })[0], [{ pinned: false }]);
    expect(timeline.items[1]).toMatchObject({ pinned: true });
  });

  it('counts the images of a result', () => {
    const image = { type: 'media', kind: 'image', mediaType: 'image/png', data: 'AAAA' } as const;
    const { items } = timelineOf(
      message({ role: 'assistant', parts: [call('1', 'a.png'), call('2', 'b.ts')] }),
      message({ role: 'tool', toolCallId: '1', parts: [{ type: 'text', text: 'a.png, 2 × 2' }, image] }),
      message({ role: 'tool', toolCallId: '2', text: 'x' }),
    );
    checkCalls(items[0], [{ images: 1 }, { images: 0 }]);
  });

  it('tells where a session came from: of a fork behind what it took over, of another at the beginning', () => {
    const header = (relation: 'forks' | 'continues'): JournalEntry => ({
      type: 'header',
      version: 1,
      sessionId: 's',
      title: 't',
      createdAt: 0,
      provider: 'offline',
      model: 'm',
      window: 1000,
      reserve: 0,
      origin: { relation, sessionId: 'before', historyLength: 2 },
    });
    const fork = timelineOf(header('forks'), system, question, message({ role: 'user', text: 'Otherwise' }));
    expect(fork.items.map(({ key }) => key)).toEqual(['message-1', 'origin', 'message-2']);
    const summary = message({ role: 'user', text: 'Earlier', synthetic: 'summary' });
    const next = timelineOf(header('continues'), { type: 'memory', text: '- a' }, system, summary, question);
    expect(next.items).toMatchObject([
      { key: 'origin', action: { command: 'openSession', sessionId: 'before' } },
      { key: 'message-2' },
    ]);
  });

  it('changes a pin in place and ignores what it does not show', () => {
    const timeline = timelineOf(system, question);
    expect(timeline.fold({ type: 'pin', index: 1, pinned: true })).toMatchObject([{ key: 'message-1', pinned: true }]);
    expect(timeline.fold({ type: 'pin', index: 0, pinned: true })).toEqual([]);
    expect(timeline.fold({ type: 'undo', decisionId: 'none' })).toEqual([]);
    expect(timeline.changeCall(7, 0, { status: 'waiting' })).toEqual([]);
  });

  it('tells of a memory that changed, not of one that the session starts with', () => {
    const memory = (text: string): JournalEntry => ({ type: 'memory', text });
    const notes = ({ items }: ChatTimeline): string[] =>
      items.flatMap((item) => (item.kind === 'note' ? [item.text] : []));
    const known = '- Use tabs.\n- Never touch vendor/.';
    expect(notes(timelineOf(system, question, memory(known), twoCalls))).toEqual([]);
    const asking = message({ role: 'user', text: 'Remember this: amounts are in cents.' });
    expect(notes(timelineOf(system, asking, memory(`${known}\n- amounts are in cents.`)))).toEqual([
      'Remembered: amounts are in cents.',
    ]);
    expect(notes(timelineOf(system, question, memory(known), twoCalls, memory(`${known}\n- New.`)))).toEqual([
      'Remembered: New.',
    ]);
    expect(notes(timelineOf(system, question, memory(known), twoCalls, memory('')))).toEqual(['The memory changed.']);
  });

  it('takes a finished reply in place of the streamed one', () => {
    const timeline = timelineOf(question);
    timeline.put({
      kind: 'assistant',
      key: 'message-1',
      index: null,
      text: 'Do',
      thinking: '',
      toolCalls: [],
      streaming: true,
      pinned: false,
      usage: null,
    });
    timeline.fold(message({ role: 'assistant', text: 'Done.' }));
    expect(timeline.items).toHaveLength(2);
    expect(timeline.items[1]).toMatchObject({ text: 'Done.', streaming: false, index: 1 });
  });
});
