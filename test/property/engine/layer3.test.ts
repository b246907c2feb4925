import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBeforeCall } from '../../../src/engine/cascade';
import { FATES } from '../../../src/engine/decision';
import type { JournalEntry } from '../../../src/engine/journal';
import { JournalFold, restore } from '../../../src/engine/journalFold';
import type { Message } from '../../../src/engine/message';
import { planSummary } from '../../../src/engine/layer3/summaryPlan';
import { SummarizerFailure } from '../../../src/engine/layer3/summarizer';
import type { Summarizer, SummaryReply } from '../../../src/engine/layer3/summarizer';
import { wishOnCommand } from '../../../src/engine/layer3/summaryWish';
import { takeSummary } from '../../../src/engine/layer3/takeSummary';
import { writeSummary } from '../../../src/engine/layer3/writeSummary';
import { renderContext } from '../../../src/engine/render';
import { inputLimit } from '../../../src/engine/settings';
import { arbitraryHistory } from '../../support/arbitraryHistory';
import { characterMessageCounter } from '../../support/characterCounter';
import { contextFaults } from '../../support/contextRules';
import { engineFixture } from '../../support/engineFixture';
import type { EngineFixture } from '../../support/engineFixture';
import { unreachableOriginals } from '../../support/reachability';

const RUNS = Number(process.env['STRATA_PROPERTY_RUNS'] ?? 200);

const windows = fc.constantFrom(2_000, 4_000, 8_000, 32_000, 200_000);

/** What models answer, sound or not. */
const answers = fc.oneof(
  fc
    .string({ unit: 'binary', maxLength: 400 })
    .map((text): SummaryReply | Error =>
      reply(`## Goals\nThe user wants it done soon and well.\n## Progress\n${text}`),
    ),
  fc.constantFrom<SummaryReply | Error>(
    reply(''),
    reply('<think>so</think>'),
    { ...reply('Half of it'), finish: 'length' },
    new SummarizerFailure('server', '500'),
  ),
);

function reply(text: string): SummaryReply {
  return { text, thinking: '', finish: 'stop' };
}

function summarizerOf(given: readonly (SummaryReply | Error)[]): Summarizer {
  let next = 0;
  return {
    model: 'model',
    windowTokens: 8_000,
    summarize: () => {
      const answer = given[(next += 1) % given.length] ?? reply('');
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
    },
  };
}

/** The user's command over the history as it stands; null where there is nothing to summarize. */
async function summarize({ ledger, options }: EngineFixture, summarizer: Summarizer): Promise<JournalEntry | null> {
  const context = { ...options, ledger };
  const plan = planSummary(context, wishOnCommand(context));
  if (plan === null) return null;
  const written = await writeSummary(plan, summarizer, {
    counter: ledger.counter,
    chunkCharacters: 2_000,
    maximumChunks: 4,
    customPrompt: '',
    signal: new AbortController().signal,
    skip: new AbortController().signal,
    onProgress: () => undefined,
  });
  const decision = takeSummary(context, plan, written);
  return decision === null ? null : { type: 'decision', decision };
}

describe('Layer 3 keeps the invariants whatever a model answers', () => {
  it('1, 2, 3, 9: valid, no larger, nothing lost, tokens add up', async () => {
    const property = fc.asyncProperty(
      arbitraryHistory(),
      windows,
      fc.array(answers, { minLength: 1, maxLength: 6 }),
      async (messages, window, given) => {
        const session = engineFixture(messages, window);
        const { ledger, options, archive } = session;
        const { tooLarge } = planBeforeCall(ledger, options);
        const before = ledger.totalTokens;
        await summarize(session, summarizerOf(given));
        await summarize(session, summarizerOf(given));
        expect(contextFaults(renderContext(ledger))).toEqual([]);
        expect(ledger.totalTokens).toBeLessThanOrEqual(before);
        if (tooLarge === null) expect(ledger.totalTokens).toBeLessThanOrEqual(inputLimit(options.limits));
        expect(unreachableOriginals(ledger, archive.entries)).toEqual([]);
        expect(FATES.reduce((sum, fate) => sum + ledger.fates[fate], 0)).toBe(messages.length);
        const counter = characterMessageCounter();
        const tokens = renderContext(ledger).reduce((sum, { message }) => sum + counter.countMessage(message), 0);
        expect(ledger.totalTokens).toBe(tokens);
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });

  it('3: restore gives back the history after any sequence of compactions, undo and restores', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('append' as const), count: fc.integer({ min: 1, max: 8 }) }),
        fc.constantFrom({ kind: 'plan' as const }, { kind: 'summarize' as const }),
        fc.record({ kind: fc.constant('undo' as const), pick: fc.nat() }),
        fc.record({ kind: fc.constant('restore' as const), pick: fc.nat() }),
      ),
      { minLength: 2, maxLength: 14 },
    );
    const property = fc.asyncProperty(
      arbitraryHistory(),
      windows,
      steps,
      fc.array(answers, { minLength: 1, maxLength: 4 }),
      async (messages, window, plannedSteps, given) => {
        const entries = await journalOf(messages, window, plannedSteps, given);
        const appended = entries.flatMap((entry) => (entry.type === 'message' ? [entry.message] : []));
        expect(restore(entries)).toEqual(messages.slice(0, appended.length));
        const fold = new JournalFold(characterMessageCounter());
        for (const entry of entries) fold.fold(entry);
        expect(fold.history).toEqual(appended);
        expect(contextFaults(renderContext(fold.ledger))).toEqual([]);
        for (const index of putBackLast(entries)) expect(fold.ledger.state(index).fate).toBe('kept');
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });
});

type JournalStep =
  | { readonly kind: 'append'; readonly count: number }
  | { readonly kind: 'plan' }
  | { readonly kind: 'summarize' }
  | { readonly kind: 'undo'; readonly pick: number }
  | { readonly kind: 'restore'; readonly pick: number };

/** A journal as a session would write it, step by step. */
async function journalOf(
  messages: readonly Message[],
  window: number,
  steps: readonly JournalStep[],
  given: readonly (SummaryReply | Error)[],
): Promise<JournalEntry[]> {
  const { options, archive } = engineFixture([], window);
  const fold = new JournalFold(characterMessageCounter());
  const entries: JournalEntry[] = [];
  const write = (entry: JournalEntry): void => {
    entries.push(entry);
    fold.fold(entry);
  };
  for (const step of steps) {
    const { ledger } = fold;
    if (step.kind === 'append') {
      for (const message of messages.slice(ledger.length, ledger.length + step.count))
        write({ type: 'message', message });
    } else if (step.kind === 'plan') {
      const { decisions } = planBeforeCall(ledger, options);
      for (const decision of decisions) {
        fold.noteTaken(decision);
        entries.push({ type: 'decision', decision });
      }
    } else if (step.kind === 'summarize') {
      const entry = await summarize({ ledger, options, archive }, summarizerOf(given));
      if (entry?.type !== 'decision') continue;
      fold.noteTaken(entry.decision);
      entries.push(entry);
    } else if (step.kind === 'undo') {
      const decision = fold.everyDecision[step.pick % Math.max(1, fold.everyDecision.length)];
      if (decision !== undefined) write({ type: 'undo', decisionId: decision.id });
    } else if (ledger.length > 0) {
      write({ type: 'restore', index: step.pick % ledger.length });
    }
  }
  return entries;
}

/** Messages put back after which no decision was taken. */
function putBackLast(entries: readonly JournalEntry[]): number[] {
  const lastDecision = entries.findLastIndex((entry) => entry.type === 'decision');
  return entries.slice(lastDecision + 1).flatMap((entry) => (entry.type === 'restore' ? [entry.index] : []));
}
