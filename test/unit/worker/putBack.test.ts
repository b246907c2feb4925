import { beforeEach, describe, expect, it } from 'vitest';
import type { Decision } from '../../../src/engine/decision';
import type { JournalEntry } from '../../../src/engine/journal';
import type { DecisionRow } from '../../../src/protocol/inspectorRows';
import { ChatTimeline } from '../../../src/worker/readModel/chatTimeline';
import type { SessionDesk } from '../../../src/worker/sessionDesk';
import { inProcessWorker } from '../../support/inProcessWorker';
import { counter, everything, headerEntry, messageEntries, readingSession, settings } from './sessionFixtures';

let desk: SessionDesk;
let timeline: ChatTimeline;

beforeEach(async () => {
  ({ desk } = inProcessWorker(() => Promise.resolve(counter)));
  timeline = new ChatTimeline();
  await desk.openLive({ settings });
});

async function append(entries: readonly JournalEntry[]): Promise<void> {
  await desk.append(entries);
  for (const entry of entries) timeline.fold(entry);
}

async function command(): Promise<readonly Decision[]> {
  const { decisions } = await desk.plan({ kind: 'command' });
  await append(decisions.map((decision): JournalEntry => ({ type: 'decision', decision })));
  return decisions;
}

async function rowOf(id: string): Promise<DecisionRow> {
  const { rows } = await desk.rows({ filter: everything, from: 0, count: 500 });
  const row = rows.find((one): one is DecisionRow => one.kind === 'decision' && one.id === id);
  if (row === undefined) throw new Error('no such row');
  return row;
}

/** What decisions say they free, and what the header says is saved. */
async function freedAndSaved(): Promise<readonly [number, number]> {
  const { rows } = await desk.rows({ filter: everything, from: 0, count: 500 });
  const freed = rows.reduce((sum, row) => sum + (row.kind === 'decision' ? row.freedTokens : 0), 0);
  return [freed, (await desk.snapshot()).savedTokens];
}

describe('a message that was put back', () => {
  it('is told by the decision that took it, everywhere, with figures that agree', async () => {
    await append([headerEntry(20_000), ...messageEntries(readingSession(12, 4_000))]);
    const [decision] = await command();
    if (decision === undefined) throw new Error('nothing was decided');
    const [first] = decision.edits;
    if (first === undefined) throw new Error('nothing was edited');
    const before = await rowOf(decision.id);
    expect(before).toMatchObject({ putBackCount: 0, freedTokens: decision.tokensBefore - decision.tokensAfter });
    await append([{ type: 'restore', index: first.index }]);
    const after = await rowOf(decision.id);
    const back = first.tokensBefore - first.tokensAfter;
    expect(after).toMatchObject({
      messageCount: before.messageCount,
      tokensBefore: decision.tokensBefore,
      tokensAfter: decision.tokensAfter,
      putBackCount: 1,
      freedTokens: before.freedTokens - back,
    });
    const words = `; 1 of the ${String(before.messageCount)} put back since`;
    expect(after.title).toBe(`${before.title}${words}`);
    const [freed, saved] = await freedAndSaved();
    expect(freed).toBe(saved);
    const detail = await desk.decision({ id: decision.id, clipCharacters: 10 });
    expect(detail.messages.map(({ index, putBack }) => [index, putBack])).toEqual(
      decision.edits.map(({ index }) => [index, index === first.index]),
    );
    const item = timeline.find(`decision-${decision.id}`);
    expect(item).toMatchObject({ text: after.title, savedTokens: after.freedTokens, undone: false });
  });

  it('keeps the decision in its own why, with the step that it was put back', async () => {
    await append([headerEntry(20_000), ...messageEntries(readingSession(12, 4_000))]);
    const [decision] = await command();
    const [first, second] = decision?.edits ?? [];
    if (decision === undefined || first === undefined || second === undefined) throw new Error('nothing was edited');
    // The call goes with its result.
    await append([{ type: 'restore', index: first.index - 1 }]);
    const why = async (index: number): Promise<unknown> => (await desk.detail({ index, clipCharacters: 10 })).why;
    expect(await why(first.index)).toMatchObject([{ decisionId: decision.id, undone: false, putBack: true }]);
    expect(await why(second.index)).toMatchObject([{ decisionId: decision.id, undone: false, putBack: false }]);
    const detail = await desk.detail({ index: first.index, clipCharacters: 10 });
    expect(detail).toMatchObject({ coveredBy: null, pointers: [], row: { fate: 'kept' } });
  });

  it('is told by a summary too, and by what had been done to it before', async () => {
    await append([headerEntry(20_000), ...messageEntries(readingSession(20, 4_000))]);
    const [compacted] = await command();
    await desk.summarize({ reason: 'command', summarizer: null });
    const [summary] = (await desk.plan({ kind: 'swap' })).decisions;
    if (compacted === undefined || summary === undefined) throw new Error('nothing was decided');
    await append([{ type: 'decision', decision: summary }]);
    const index = compacted.edits[0]?.index ?? 0;
    expect(summary.removal?.indexes).toContain(index);
    const freedBefore = (await rowOf(summary.id)).freedTokens;
    await append([{ type: 'restore', index }]);
    const row = await rowOf(summary.id);
    expect(row.putBackCount).toBe(2);
    expect(row.title).toContain('; 2 of the ');
    expect(row.freedTokens).toBeLessThan(freedBefore);
    expect(await rowOf(compacted.id)).toMatchObject({ putBackCount: 1 });
    const [freed, saved] = await freedAndSaved();
    // The notice says another number of messages, which may take a token more or less.
    expect(Math.abs(freed - saved)).toBeLessThanOrEqual(2);
    expect(timeline.find(`decision-${summary.id}`)).toMatchObject({ text: row.title, savedTokens: null });
    const detail = await desk.detail({ index, clipCharacters: 10 });
    expect(detail.why).toMatchObject([
      { decisionId: compacted.id, putBack: true },
      { decisionId: summary.id, putBack: true },
    ]);
  });

  it('is told of all that a removal took when that is undone, also by the summary that took them over', async () => {
    const long = Array.from({ length: 60 }, (_, place): JournalEntry => {
      const role = place % 2 === 0 ? 'user' : 'assistant';
      return {
        type: 'message',
        message: { id: `m${String(place)}`, role, parts: [{ type: 'text', text: 'word '.repeat(200) }] },
      };
    });
    await append([headerEntry(10_000), ...long]);
    const { decisions } = await desk.plan({ kind: 'beforeCall' });
    await append(decisions.map((decision): JournalEntry => ({ type: 'decision', decision })));
    const pruned = decisions.find(({ removal }) => removal !== null);
    await desk.summarize({ reason: 'planned', summarizer: null });
    const [summary] = (await desk.plan({ kind: 'swap' })).decisions;
    if (pruned === undefined || summary === undefined) throw new Error('nothing was summarized');
    await append([
      { type: 'decision', decision: summary },
      { type: 'undo', decisionId: pruned.id },
    ]);
    expect(await rowOf(pruned.id)).toMatchObject({ undone: true, freedTokens: 0, putBackCount: 0 });
    const row = await rowOf(summary.id);
    expect(row).toMatchObject({ undone: false, freedTokens: 0, putBackCount: row.messageCount });
    expect(row.title).toContain(`; all ${String(row.messageCount)} put back since`);
    expect(timeline.find(`decision-${summary.id}`)).toMatchObject({ text: row.title });
  });

  it('is out of reach of the thresholds as a whole step, whichever of its messages was named', async () => {
    // Results that only pruning can take.
    const deploys = (steps: number): JournalEntry[] =>
      messageEntries(readingSession(steps, 800).map((message) => ({ ...message, toolName: 'Deploy' })));
    await append([headerEntry(5_000), ...deploys(33)]);
    const { decisions } = await desk.plan({ kind: 'beforeCall' });
    await append(decisions.map((decision): JournalEntry => ({ type: 'decision', decision })));
    const removed = decisions.flatMap(({ removal }) => removal?.indexes ?? []);
    const result = removed.find((index) => index % 2 === 1 && index > 2);
    if (result === undefined) throw new Error('nothing was removed');
    await append([{ type: 'restore', index: result }]);
    await append(deploys(10).slice(2));
    const again = (await desk.plan({ kind: 'beforeCall' })).decisions;
    expect(again.flatMap(({ removal }) => removal?.indexes ?? [])).not.toContain(result);
    expect(again.length).toBeGreaterThan(0);
  });
});

describe('the why of a decision', () => {
  it('names the target of a command, not the threshold that was not passed', async () => {
    await append([headerEntry(20_000), ...messageEntries(readingSession(12, 4_000))]);
    const [decision] = await command();
    const index = decision?.edits[0]?.index ?? 0;
    const [step] = (await desk.detail({ index, clipCharacters: 10 })).why;
    expect(decision?.trigger).toMatchObject({ setting: 'layer1.compactTargetRatio' });
    expect(step).toMatchObject({ reason: 'command', measure: 'target', setting: 'strata.layer1.compactTargetRatio' });
    expect(step?.thresholdTokens).toBe(Math.floor((decision?.tokensBefore ?? 0) * settings.layer1.compactTargetRatio));
  });

  it('does so too for journals that name the threshold', async () => {
    await append([headerEntry(20_000), ...messageEntries(readingSession(12, 4_000))]);
    const [decision] = (await desk.plan({ kind: 'command' })).decisions;
    if (decision === undefined) throw new Error('nothing was decided');
    const trigger = { ...decision.trigger, setting: 'layer1.inputHeadroomRatio' } as const;
    await append([{ type: 'decision', decision: { ...decision, id: 'old', trigger } }]);
    const [step] = (await desk.detail({ index: decision.edits[0]?.index ?? 0, clipCharacters: 10 })).why;
    expect(step).toMatchObject({ measure: 'target', setting: 'strata.layer1.compactTargetRatio' });
  });

  it('names no figure for a summary on command: all went but the newest', async () => {
    await append([headerEntry(20_000), ...messageEntries(readingSession(12, 4_000))]);
    await desk.summarize({ reason: 'command', summarizer: null });
    const [summary] = (await desk.plan({ kind: 'swap' })).decisions;
    if (summary === undefined) throw new Error('nothing was summarized');
    await append([{ type: 'decision', decision: summary }]);
    const [step] = (await desk.detail({ index: summary.removal?.indexes[0] ?? 0, clipCharacters: 10 })).why;
    expect(step).toMatchObject({ measure: 'none', setting: 'strata.layer2.keepLast' });
  });

  it('names what the reserve leaves for what had to fit, and the threshold for what was passed', async () => {
    await append([headerEntry(3_000), ...messageEntries(readingSession(40, 1_600))]);
    const { decisions } = await desk.plan({ kind: 'beforeCall' });
    await append(decisions.map((decision): JournalEntry => ({ type: 'decision', decision })));
    for (const decision of decisions) {
      const index = decision.edits[0]?.index ?? decision.removal?.indexes[0] ?? 0;
      const step = (await desk.detail({ index, clipCharacters: 10 })).why.find(
        ({ decisionId }) => decisionId === decision.id,
      );
      if (decision.trigger.reason === 'fit') {
        expect(step).toMatchObject({ measure: 'target', setting: 'strata.tokens.reserve' });
      } else {
        expect(step).toMatchObject({ measure: 'threshold' });
        expect(step?.measuredTokens).toBeGreaterThan(step?.thresholdTokens ?? 0);
      }
    }
    expect(decisions.map(({ trigger }) => trigger.reason)).toContain('threshold');
  });
});
