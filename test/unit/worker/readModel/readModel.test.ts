import { describe, expect, it } from 'vitest';
import { planBeforeCall } from '../../../../src/engine/cascade';
import type { Decision } from '../../../../src/engine/decision';
import { ContextLedger } from '../../../../src/engine/ledger';
import { MemoryArchive } from '../../../../src/engine/memoryArchive';
import type { Message } from '../../../../src/engine/message';
import { renderMessage } from '../../../../src/engine/render';
import type { MessageRow, RowFilter, RowsPage } from '../../../../src/protocol/inspectorRows';
import { messageDetail } from '../../../../src/worker/readModel/detail';
import { overview } from '../../../../src/worker/readModel/overview';
import { ReadModel } from '../../../../src/worker/readModel/readModel';
import { sha256 } from '../../../../src/models/contentHash';
import { counter, everything, readingSession, readStep, settings, userMessage } from '../sessionFixtures';

const limits = { window: 4_000, reserve: 320 };

/** A ledger and its read model, with the engine run before every reply. */
class Session {
  readonly ledger = new ContextLedger(counter);
  readonly model = new ReadModel(this.ledger);
  private decisions = 0;

  append(...messages: readonly Message[]): this {
    for (const message of messages) {
      if (message.role === 'assistant') this.plan();
      this.ledger.append(message);
      this.model.takeMessages();
    }
    return this;
  }

  plan(): void {
    const { decisions } = planBeforeCall(this.ledger, {
      settings,
      limits,
      archive: new MemoryArchive(sha256),
      nextDecisionId: () => `d${String((this.decisions += 1))}`,
    });
    for (const decision of decisions) this.take(decision);
  }

  take(decision: Decision): void {
    this.model.takeDecision(decision, { position: this.ledger.length, call: null, limits, prices: null });
  }

  rows(filter: Partial<RowFilter> = {}, from = 0, count = 1_000): Promise<Omit<RowsPage, 'revision'>> {
    return this.model.rows({ filter: { ...everything, ...filter }, from, count }, () => Promise.resolve());
  }
}

/** Eight results of some 500 tokens in a window of 4 000: the oldest are compacted before the seventh call. */
function compactedSession(): Session {
  return new Session().append(...readingSession(8, 2_000));
}

function messages(page: Pick<RowsPage, 'rows'>): MessageRow[] {
  return page.rows.filter((row) => row.kind === 'message');
}

describe('rows', () => {
  it('puts turns before their first message and decisions before the call they preceded', async () => {
    const session = compactedSession();
    const { rows, total, matchingMessages } = await session.rows();
    expect(total).toBe(rows.length);
    expect(matchingMessages).toBe(18);
    const at = rows.findIndex((row) => row.kind === 'decision');
    const decision = rows[at];
    const next = rows[at + 1];
    expect(rows[0]).toMatchObject({ kind: 'message', index: 0, turn: 0, role: 'system' });
    expect(rows[1]).toMatchObject({ kind: 'turn', turn: 1, title: 'Read every file.', messageCount: 17 });
    expect(decision).toMatchObject({ kind: 'decision', strategy: 'compact', layer: 1, undone: false });
    expect(next).toMatchObject({
      kind: 'message',
      role: 'assistant',
      index: session.ledger.decisions[0]?.historyLength,
    });
  });

  it('says of each message what became of it', async () => {
    const rows = messages(await compactedSession().rows());
    expect(rows[3]).toMatchObject({
      fate: 'compacted',
      title: 'src/file0.ts',
      toolName: 'Read File',
      archived: true,
      tokensOriginal: 504,
    });
    expect(rows[3]?.tokensInContext).toBeLessThan(50);
    expect(rows.at(-1)).toMatchObject({ fate: 'kept', archived: false, tokensInContext: 504 });
  });

  it('names the tool of a result that does not, and keeps repeated ids apart', async () => {
    const call = (name: string): Message => ({
      id: name,
      role: 'assistant',
      parts: [{ type: 'toolCall', id: 'same', name, arguments: '{"path":"a"}' }],
    });
    const result: Message = { id: 'r', role: 'tool', toolCallId: 'same', parts: [{ type: 'text', text: 'out' }] };
    const rows = messages(await new Session().append(call('Grep'), result, call('Glob'), result).rows());
    expect(rows.map(({ toolName }) => toolName)).toEqual(['Grep', 'Grep', 'Glob', 'Glob']);
  });

  it('pages', async () => {
    const session = compactedSession();
    const whole = await session.rows();
    const page = await session.rows({}, 4, 3);
    expect(page.rows).toEqual(whole.rows.slice(4, 7));
    expect(page).toMatchObject({ from: 4, total: whole.total });
    expect((await session.rows({}, 10_000, 5)).rows).toEqual([]);
  });

  it('filters by fate, with the decisions that gave it', async () => {
    const session = compactedSession();
    const { rows, matchingMessages } = await session.rows({ fates: ['compacted'] });
    expect(matchingMessages).toBe(session.ledger.fates.compacted);
    expect(matchingMessages).toBeGreaterThan(0);
    expect(rows.filter((row) => row.kind === 'decision')).toHaveLength(1);
    expect(rows[0]).toMatchObject({ kind: 'turn', turn: 1 });
    const kept = await session.rows({ fates: ['kept'] });
    expect(kept.rows.some((row) => row.kind === 'decision')).toBe(false);
  });

  it('filters by role and tool', async () => {
    const session = compactedSession().append(userMessage('u2', 'Thanks'));
    expect((await session.rows({ roles: ['user'] })).matchingMessages).toBe(2);
    expect((await session.rows({ tools: ['Read File'] })).matchingMessages).toBe(16);
    expect((await session.rows({ tools: ['Read File'], roles: ['tool'] })).matchingMessages).toBe(8);
    expect((await session.rows({ tools: ['Bash'] })).total).toBe(0);
  });

  it('searches originals, also of what is out of the context, ignoring case and reading no pattern into the text', async () => {
    const session = compactedSession();
    const found = await session.rows({ text: 'LINE OF FILE 0\nx' });
    expect(messages(found).map(({ index, fate }) => ({ index, fate }))).toEqual([{ index: 3, fate: 'compacted' }]);
    expect((await session.rows({ text: 'l.ne' })).total).toBe(0);
    expect((await session.rows({ text: '(' })).total).toBe(0);
    expect((await session.rows({ text: 'no-such-text/here' })).total).toBe(0);
  });

  it('finds the place of a message under a filter', async () => {
    const session = compactedSession();
    const filters: Partial<RowFilter>[] = [{}, { fates: ['compacted'] }, { roles: ['tool'] }, { text: 'file 3' }];
    for (const filter of filters) {
      const { rows } = await session.rows(filter);
      for (let index = 0; index < session.ledger.length; index++) {
        const expected = rows.findIndex((row) => row.kind === 'message' && row.index === index);
        const place = await session.model.locate({ filter: { ...everything, ...filter }, index }, () =>
          Promise.resolve(),
        );
        expect(place, `message ${String(index)} under ${JSON.stringify(filter)}`).toEqual(
          expected < 0 ? null : { position: expected, foldedIn: null },
        );
      }
    }
  });

  it('is the same whether it grew or was built at once', async () => {
    const filters: Partial<RowFilter>[] = [
      {},
      { fates: ['compacted', 'pruned'] },
      { roles: ['tool'] },
      { text: 'file 1' },
    ];
    const grown = new Session();
    const history = [...readingSession(6, 2_000), userMessage('u2', 'More'), ...readingSession(9, 1_500).slice(2)];
    for (const message of history) {
      grown.append(message);
      for (const filter of filters) await grown.rows(filter);
    }
    const atOnce = new Session().append(...history);
    for (const filter of filters) {
      expect({ ...(await grown.rows(filter)), version: '' }).toEqual({ ...(await atOnce.rows(filter)), version: '' });
    }
  });
});

describe('overview', () => {
  it('sums: composition to the context, fates and turns to the messages', async () => {
    const session = compactedSession().append(userMessage('u2', 'Thanks'));
    session.ledger.setToolSchemaTokens(123);
    const snapshot = overview(
      {
        title: 't',
        sessionId: null,
        kind: 'live',
        track: 'live',
        format: 'strata',
        model: 'm',
        limits,
        settings,
        counted: 'counted',
        errorBand: null,
        toolTokens: 123,
        problems: [],
        tooLarge: null,
        summaryWriting: null,
      },
      session.model.source,
      session.model.calls,
      session.model.usage,
    );
    const sum = Object.values<number>({ ...snapshot.composition }).reduce((total, tokens) => total + tokens, 0);
    expect(sum).toBe(snapshot.contextTokens);
    expect(snapshot.composition.tools).toBe(123);
    expect(Object.values(snapshot.fates).reduce((total, count) => total + count, 0)).toBe(snapshot.messageCount);
    expect(snapshot.turnCount).toBe(2);
    expect(snapshot.savedTokens).toBe(snapshot.originalTokens - snapshot.contextTokens);
    expect(snapshot.savedTokens).toBeGreaterThan(0);
    expect(snapshot.tools).toEqual(['Read File']);
    expect(snapshot.thresholds).toEqual([
      { setting: 'strata.layer1.inputHeadroomRatio', label: '75% compact', tokens: 3_000 },
      // 85 % of the window would be above the threshold of Layer 2.
      { setting: 'strata.layer2.preemptiveRatio', label: '90% archive arguments, prune', tokens: 3_312 },
    ]);
    const { rows } = await session.rows();
    const inTurns = rows.reduce((total, row) => total + (row.kind === 'turn' ? row.tokensInContext : 0), 0);
    const inMessages = messages({ rows }).reduce((total, row) => total + (row.turn > 0 ? row.tokensInContext : 0), 0);
    expect(inTurns).toBe(inMessages);
  });
});

describe('detail', () => {
  it('shows the original, what the model sees, why, and where the original is', () => {
    const { ledger, model } = compactedSession();
    const [decision] = ledger.decisions;
    const detail = messageDetail(3, model.source, renderMessage(ledger, 3), 10);
    expect(detail.original).toEqual({ text: 'line of fi', length: 2_000 });
    expect(detail.inContext.text).toBe('[compacted');
    expect(detail.inContextKind).toBe('message');
    expect(detail.coveredBy).toBe(null);
    expect(detail.pointers).toHaveLength(1);
    expect(detail.why).toEqual([
      {
        decisionId: 'd1',
        strategy: 'compact',
        layer: 1,
        reason: 'threshold',
        setting: 'strata.layer1.inputHeadroomRatio',
        measuredTokens: decision?.trigger.measuredTokens,
        thresholdTokens: 3_000,
        measuredShare: (decision?.trigger.measuredTokens ?? 0) / 4_000,
        tokensBefore: decision?.tokensBefore,
        tokensAfter: decision?.tokensAfter,
        batchSize: decision?.edits.length,
        undone: false,
        putBack: false,
        measure: 'threshold',
        recorded: null,
      },
    ]);
  });

  it('has the notice in the place of what is out of it', () => {
    const talk = Array.from({ length: 80 }, (_, turn): Message[] => [
      userMessage(`u${String(turn)}`, 'question '.repeat(20)),
      { id: `a${String(turn)}`, role: 'assistant', parts: [{ type: 'text', text: 'answer '.repeat(20) }] },
    ]);
    const session = new Session().append(...talk.flat());
    const pruned = messagesWithFate(session, 'pruned')[0];
    expect(pruned).toBeDefined();
    const detail = messageDetail(pruned ?? 0, session.model.source, renderMessage(session.ledger, pruned ?? 0), 100);
    expect(detail.inContextKind).toBe('notice');
    expect(detail.inContext.text).toContain(`${String(session.ledger.fates.pruned)} earlier messages removed`);
    expect(detail.coveredBy?.strategy).toBe('prune');
    expect(detail.row.archived).toBe(true);
    expect(detail.pointers).toHaveLength(1);
  });
});

function messagesWithFate(session: Session, fate: MessageRow['fate']): number[] {
  return Array.from({ length: session.ledger.length }, (_, index) => index).filter(
    (index) => session.ledger.state(index).fate === fate,
  );
}

describe('a session of 50 000 messages', () => {
  /** Counts what is asked of the ledger. */
  function watched(ledger: ContextLedger): { reader: ContextLedger; work: () => number } {
    let asked = 0;
    const reader = new Proxy(ledger, {
      get(target, key) {
        asked += 1;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    return {
      reader,
      work: () => {
        const work = asked;
        asked = 0;
        return work;
      },
    };
  }

  it('takes the work of the page and of what is new', { timeout: 60_000 }, async () => {
    const ledger = new ContextLedger(counter);
    for (const message of readingSession(24_999, 20)) ledger.append(message);
    expect(ledger.length).toBe(50_000);
    const { reader, work } = watched(ledger);
    const model = new ReadModel(reader);
    const page = (filter: RowFilter, from: number): Promise<unknown> =>
      model.rows({ filter, from, count: 50 }, () => Promise.resolve());
    const filters: RowFilter[] = [
      everything,
      { ...everything, roles: ['tool'] },
      { ...everything, text: 'file 12345' },
    ];
    for (const filter of filters) await page(filter, 0);
    expect(work()).toBeGreaterThan(100_000);
    for (const filter of filters) await page(filter, 25_000);
    expect(work()).toBeLessThan(1_000);
    for (const message of readStep(99_999, 'src/new.ts', 'new')) ledger.append(message);
    model.takeMessages();
    for (const filter of filters) await page(filter, 49_960);
    expect(work()).toBeLessThan(1_000);
  });
});
