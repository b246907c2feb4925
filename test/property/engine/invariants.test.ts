import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planBeforeCall } from '../../../src/engine/cascade';
import { FATES } from '../../../src/engine/decision';
import type { Decision } from '../../../src/engine/decision';
import { JournalFold, restore } from '../../../src/engine/journalFold';
import type { JournalEntry } from '../../../src/engine/journal';
import type { ContextLedger } from '../../../src/engine/ledger';
import type { Message } from '../../../src/engine/message';
import { render, renderContext } from '../../../src/engine/render';
import { replayCalls } from '../../../src/engine/replay';
import type { ReplayCall } from '../../../src/engine/replay';
import { inputLimit } from '../../../src/engine/settings';
import { wireMessage } from '../../../src/engine/wireMessage';
import { arbitraryHistory, boundariesOf } from '../../support/arbitraryHistory';
import { characterMessageCounter } from '../../support/characterCounter';
import { contextFaults } from '../../support/contextRules';
import { engineFixture } from '../../support/engineFixture';
import type { EngineFixture } from '../../support/engineFixture';
import { unreachableOriginals } from '../../support/reachability';

/** Enough to meet each kind of damage in a recording; STRATA_PROPERTY_RUNS asks for more. */
const RUNS = Number(process.env['STRATA_PROPERTY_RUNS'] ?? 200);

const windows = fc.constantFrom(1_000, 2_000, 4_000, 8_000, 32_000, 200_000, 1_000_000);

/** Runs `check` at every call of a replay over a random history in a random window. */
function atEveryCall(check: (ledger: ContextLedger, history: readonly Message[], replay: Replay) => void): void {
  fc.assert(
    fc.property(arbitraryHistory(), windows, (messages, window) => {
      const { ledger, options, archive } = engineFixture([], window);
      const decisions: Decision[] = [];
      for (const call of replayCalls({ messages, callBoundaries: boundariesOf(messages), ledger, options })) {
        decisions.push(...call.decisions);
        check(ledger, messages.slice(0, call.historyLength), { archive, options, decisions, call });
      }
    }),
    { numRuns: RUNS },
  );
}

interface Replay extends Pick<EngineFixture, 'archive' | 'options'> {
  readonly decisions: readonly Decision[];
  readonly call: ReplayCall;
}

describe('invariants of the engine', () => {
  it('1: the context is valid for OpenAI and Anthropic', () => {
    atEveryCall((ledger) => {
      expect(contextFaults(renderContext(ledger))).toEqual([]);
    });
  });

  it('2: the input fits, or the error names what cannot be shortened', () => {
    atEveryCall((ledger, history, { options, call }) => {
      const limit = inputLimit(options.limits);
      if (call.tooLarge === null) {
        expect(ledger.totalTokens).toBeLessThanOrEqual(limit);
        return;
      }
      expect(ledger.totalTokens).toBeGreaterThan(limit);
      expect(call.tooLarge.items.length).toBeGreaterThan(0);
      for (const item of call.tooLarge.items) expect(history[item.index]).toBeDefined();
    });
  });

  it('3: every original is in the context or behind pointers that lead from it', () => {
    atEveryCall((ledger, _history, { archive }) => {
      expect(unreachableOriginals(ledger, archive.entries)).toEqual([]);
    });
  });

  it('3: restore gives back the history, whatever was decided and undone', () => {
    fc.assert(
      fc.property(arbitraryHistory(12), windows, fc.array(fc.nat(), { maxLength: 3 }), (messages, window, picks) => {
        const entries = journalOf(messages, window, picks);
        expect(restore(entries)).toEqual(messages);
        const fold = new JournalFold(characterMessageCounter());
        for (const entry of entries) fold.fold(entry);
        expect(fold.ledger.length).toBe(messages.length);
        expect(contextFaults(renderContext(fold.ledger))).toEqual([]);
        const folded = new JournalFold(characterMessageCounter());
        expect([...folded.foldInSteps(entries)].length).toBeGreaterThanOrEqual(entries.length);
        expect(renderContext(folded.ledger)).toEqual(renderContext(fold.ledger));
        expect(folded.ledger.totalTokens).toBe(fold.ledger.totalTokens);
      }),
      { numRuns: RUNS },
    );
  });

  it('4: pinned, system, first and current messages of the user are untouched', () => {
    atEveryCall((ledger, history) => {
      const shown = new Map(renderContext(ledger).map((entry) => [entry.index, entry.message]));
      for (const [index, message] of history.entries()) {
        const isKept =
          message.role === 'system' || index === ledger.firstUserIndex || index === ledger.currentUserIndex;
        if (!(isKept || message.pinned === true)) continue;
        const fate = ledger.state(index).fate;
        expect(fate).toBe('kept');
        const parts = shown.get(index)?.parts ?? [];
        const wired = wireMessage(message).parts;
        if (ledger.steps.stepOf(index)?.isStray !== true && parts.length > 0 && message.role !== 'user') {
          expect(parts.map((part) => ({ ...part, id: '' }))).toEqual(wired.map((part) => ({ ...part, id: '' })));
        }
      }
    });
  });

  it('5: the same input gives the same decisions, and a second pass gives none', () => {
    fc.assert(
      fc.property(arbitraryHistory(), windows, (messages, window) => {
        const first = engineFixture(messages, window);
        const second = engineFixture(messages, window);
        expect(planBeforeCall(first.ledger, first.options).decisions).toEqual(
          planBeforeCall(second.ledger, second.options).decisions,
        );
        expect(planBeforeCall(first.ledger, first.options).decisions).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('6: inputs are not changed', () => {
    fc.assert(
      fc.property(arbitraryHistory(), windows, (messages, window) => {
        const before = structuredClone(messages);
        const { ledger, options } = engineFixture(messages, window);
        planBeforeCall(ledger, options);
        renderContext(ledger);
        expect(messages).toEqual(before);
      }),
      { numRuns: RUNS },
    );
  });

  it('8: incremental equals from scratch', () => {
    atEveryCall((ledger, history, { decisions }) => {
      expect(renderContext(ledger)).toEqual(render(history, decisions, characterMessageCounter()));
    });
  });

  it('9: every message has one fate, and tokens add up to the whole', () => {
    atEveryCall((ledger, history) => {
      const sum = FATES.reduce((total, fate) => total + ledger.fates[fate], 0);
      expect(sum).toBe(history.length);
      const counter = characterMessageCounter();
      const counts = FATES.map((fate) => history.filter((_, index) => ledger.state(index).fate === fate).length);
      expect(counts).toEqual(FATES.map((fate) => ledger.fates[fate]));
      const tokens = renderContext(ledger).reduce((total, entry) => total + counter.countMessage(entry.message), 0);
      expect(ledger.totalTokens).toBe(tokens);
    });
  });
});

function journalOf(messages: readonly Message[], window: number, picks: readonly number[]): JournalEntry[] {
  const { ledger, options } = engineFixture([], window);
  const entries: JournalEntry[] = [];
  const decided: string[] = [];
  for (const call of replayCalls({ messages, callBoundaries: boundariesOf(messages), ledger, options })) {
    const written = entries.filter((entry) => entry.type === 'message').length;
    entries.push(
      ...messages.slice(written, call.historyLength).map((message): JournalEntry => ({ type: 'message', message })),
    );
    entries.push(...call.decisions.map((decision): JournalEntry => ({ type: 'decision', decision })));
    decided.push(...call.decisions.map((decision) => decision.id));
  }
  for (const pick of picks) {
    const decisionId = decided[pick % Math.max(1, decided.length)];
    if (decisionId !== undefined) entries.push({ type: 'undo', decisionId });
  }
  return entries;
}
