import { describe, expect, it } from 'vitest';
import { planBeforeCall } from '../../../../src/engine/cascade';
import type { JournalEntry } from '../../../../src/engine/journal';
import { JournalFold } from '../../../../src/engine/journalFold';
import { prune } from '../../../../src/engine/layer2/prune';
import { planSummary } from '../../../../src/engine/layer3/summaryPlan';
import type { SummaryPlan } from '../../../../src/engine/layer3/summaryPlan';
import { wishOnCommand } from '../../../../src/engine/layer3/summaryWish';
import { takeSummary } from '../../../../src/engine/layer3/takeSummary';
import { writeOutline } from '../../../../src/engine/layer3/writeSummary';
import type { ContextLedger } from '../../../../src/engine/ledger';
import type { Message } from '../../../../src/engine/message';
import { replayCalls } from '../../../../src/engine/replay';
import { characterMessageCounter } from '../../../support/characterCounter';
import { assistant, defaultEngineSettings, engineFixture, user } from '../../../support/engineFixture';
import type { EngineFixture } from '../../../support/engineFixture';

function chat(turns: number): Message[] {
  return Array.from({ length: turns }, (_, turn) => [
    user(`Question ${turn} about src/file${turn}.ts. `.repeat(8)),
    assistant(`Answer ${turn}. `.repeat(30)),
  ]).flat();
}

function plannedOn({ options }: EngineFixture, ledger: ContextLedger): SummaryPlan {
  const context = { ...options, ledger };
  const plan = planSummary(context, wishOnCommand(context));
  if (plan === null) throw new Error('nothing to summarize');
  return plan;
}

/** A journal with one summary, and the fold of it. */
function summarizedChat(): { fold: JournalFold; indexes: readonly number[] } {
  const session = engineFixture(chat(20), 32_000);
  const { ledger, options } = session;
  const decision = takeSummary(
    { ...options, ledger },
    plannedOn(session, ledger),
    writeOutline(plannedOn(session, ledger), ledger.counter),
  );
  if (decision === null) throw new Error('not taken');
  const fold = new JournalFold(characterMessageCounter());
  for (let index = 0; index < ledger.length; index++) fold.fold({ type: 'message', message: ledger.message(index) });
  fold.fold({ type: 'decision', decision });
  return { fold, indexes: decision.removal?.indexes ?? [] };
}

describe('the notice of a summary', () => {
  it('counts the messages that are summarized now', () => {
    const { fold, indexes } = summarizedChat();
    expect(fold.ledger.notice?.text).toContain(`[summary of ${indexes.length} earlier messages]`);
    fold.fold({ type: 'restore', index: indexes[3] ?? 0 });
    expect(fold.ledger.notice?.text).toContain(`[summary of ${indexes.length - 1} earlier messages]`);
  });

  it('goes with the last of them', () => {
    const { fold, indexes } = summarizedChat();
    for (const index of indexes) fold.fold({ type: 'restore', index } satisfies JournalEntry);
    expect(fold.ledger.notice).toBeNull();
    expect(fold.ledger.totalTokens).toBe(fold.ledger.originalTokens);
  });
});

describe('undo of a removal that a summary took over', () => {
  it('puts its messages back, and leaves the rest to the summary', () => {
    const session = engineFixture(chat(20), 8_000);
    const { ledger, options } = session;
    const context = { ...options, ledger };
    const pruned = prune(context, { target: 2_500, reason: 'command', threshold: 0, keepLast: 2 });
    const plan = plannedOn(session, ledger);
    const summary = takeSummary(context, plan, writeOutline(plan, ledger.counter));
    if (pruned === null || summary === null) throw new Error('not taken');
    const fold = new JournalFold(characterMessageCounter());
    for (let index = 0; index < ledger.length; index++) fold.fold({ type: 'message', message: ledger.message(index) });
    for (const decision of [pruned, summary]) fold.fold({ type: 'decision', decision });
    const all = summary.removal?.indexes.length ?? 0;
    fold.fold({ type: 'undo', decisionId: pruned.id });
    const back = pruned.removal?.indexes ?? [];
    for (const index of back) expect(fold.ledger.state(index).fate).toBe('kept');
    expect(fold.ledger.fates.summarized).toBe(all - back.length);
    expect(fold.ledger.notice?.text).toContain(`[summary of ${all - back.length} earlier messages]`);
  });
});

describe('a word of the user', () => {
  it.each(['pin', 'restore'] as const)('that came before (%s) stands in no summary’s way', (kind) => {
    const session = engineFixture(chat(20), 8_000);
    const { ledger, options } = session;
    prune({ ...options, ledger }, { target: 2_500, reason: 'command', threshold: 0, keepLast: 2 });
    const [removed = 0] = ledger.removedIndexes();
    if (kind === 'pin') ledger.setPinned(removed, true);
    else ledger.setRestored(removed);
    const plan = plannedOn(session, ledger);
    expect(takeSummary({ ...options, ledger }, plan, writeOutline(plan, ledger.counter))).not.toBeNull();
  });
});

describe('messages pruned while a summary was written', () => {
  it('keep their facts when it is swapped in', () => {
    const messages = chat(24);
    messages[20] = user('NEVER push to the branch release-zeta. '.repeat(3));
    const session = engineFixture(messages, 8_000);
    const { ledger, options } = session;
    const context = { ...options, ledger };
    prune(context, { target: ledger.totalTokens - 500, reason: 'command', threshold: 0, keepLast: 2 });
    const wish = { ...wishOnCommand(context), keepLast: null, ceilingTokens: 7_000 };
    const plan = planSummary(context, wish);
    if (plan === null) throw new Error('nothing to summarize');
    expect(plan.indexes).not.toContain(20);
    prune(context, { target: 1_000, reason: 'command', threshold: 0, keepLast: 2 });
    expect(ledger.state(20).fate).toBe('pruned');
    takeSummary(context, plan, writeOutline(plan, ledger.counter));
    expect(ledger.fates.summarized).toBeGreaterThan(0);
    expect(ledger.notice?.text).toContain('release-zeta');
  });
});

describe('a long session', () => {
  it('names each message in one summary only', () => {
    const { ledger, options } = engineFixture([], 8_000);
    const messages = chat(400);
    const boundaries = messages.flatMap((message, index) => (message.role === 'assistant' ? [index] : []));
    let named = 0;
    for (const { decisions } of replayCalls({ messages, callBoundaries: boundaries, ledger, options })) {
      for (const { layer, removal } of decisions) if (layer === 3) named += removal?.indexes.length ?? 0;
    }
    expect(named).toBeGreaterThan(500);
    expect(named).toBeLessThanOrEqual(messages.length);
  });

  it('is not compressed at every call where what always stays is above the target', () => {
    const compression = {
      ...defaultEngineSettings.compression,
      enabled: true,
      stages: [{ thresholdTokens: 3_000, targetTokens: 500 }],
      preserveRecentMessages: 6,
    };
    const settings = { ...defaultEngineSettings, compression };
    const { ledger, options } = engineFixture([user('The goal. '.repeat(800))], 100_000, settings);
    let summaries = 0;
    for (const message of chat(200)) {
      ledger.append(message);
      const { summary } = planBeforeCall(ledger, options);
      const plan = summary === null ? null : planSummary({ ...options, ledger }, summary);
      if (plan === null) continue;
      summaries += 1;
      takeSummary({ ...options, ledger }, plan, writeOutline(plan, ledger.counter));
    }
    expect(summaries).toBeGreaterThan(3);
    expect(summaries).toBeLessThan(40);
  });
});
