import { describe, expect, it } from 'vitest';
import { planBeforeCall, planCommand } from '../../../src/engine/cascade';
import { previewCommand } from '../../../src/engine/preview';
import { renderContext } from '../../../src/engine/render';
import {
  assistant,
  call,
  engineFixture,
  numberedLines,
  result,
  system,
  user,
  type EngineFixture,
} from '../../support/engineFixture';

/** 40 calls with results of 100 tokens, a large write, and talk that only ③ can take out. */
function longSession(): EngineFixture {
  const steps = Array.from({ length: 40 }, (_, step) => [
    assistant('reading', call(`c${String(step)}`, 'Read File')),
    result(`c${String(step)}`, numberedLines(20), 'Read File'),
  ]);
  const write = [
    assistant('writing', call('w', 'Write', JSON.stringify({ file_path: 'a.ts', content: 'x'.repeat(8_000) }))),
    result('w', 'ok', 'Write'),
  ];
  const talk = Array.from({ length: 30 }, () => [assistant(numberedLines(20)), user('go on')]);
  return engineFixture([system('You help.'), user('Read.'), ...write, ...steps.flat(), ...talk.flat()], 4_000);
}

const nothing = { skip: [], pin: [] } as const;

describe('previewCommand', () => {
  it('is what the command then does, and leaves the ledger as it is', () => {
    const { ledger, options } = longSession();
    const before = JSON.stringify(renderContext(ledger));
    const preview = previewCommand(ledger, options, nothing);
    expect(preview.batches.map(({ kind }) => kind)).toEqual(['results', 'arguments', 'messages']);
    expect(preview.tokensBefore).toBe(ledger.totalTokens);
    expect(JSON.stringify(renderContext(ledger))).toBe(before);
    expect(ledger.decisions).toEqual([]);
    const { decisions } = planCommand(ledger, options);
    expect(preview.tokensAfter).toBe(ledger.totalTokens);
    expect(
      decisions.map(({ tokensBefore, tokensAfter, edits, removal, cache }) => ({
        tokensBefore,
        tokensAfter,
        edits,
        removal,
        cache,
      })),
    ).toEqual(
      preview.batches.map(({ decision: { tokensBefore, tokensAfter, edits, removal, cache } }) => ({
        tokensBefore,
        tokensAfter,
        edits,
        removal,
        cache,
      })),
    );
  });

  it('says of each message what it takes before and after, batch upon batch', () => {
    const { ledger, options } = longSession();
    const { batches } = previewCommand(ledger, options, nothing);
    for (const { decision, messages } of batches) {
      const saved = messages.reduce((sum, { tokensBefore, tokensAfter }) => sum + tokensBefore - tokensAfter, 0);
      const notice = decision.tokensAfter - (decision.tokensBefore - saved);
      // What stands for removed messages takes room too.
      if (decision.removal === null) expect(notice).toBe(0);
      else expect(notice).toBeGreaterThan(0);
    }
    const [results, , removed] = batches;
    const twice = results?.messages.find(({ index }) => removed?.messages.some((other) => other.index === index));
    expect(twice).toBeDefined();
    expect(removed?.messages.find(({ index }) => index === twice?.index)).toMatchObject({
      tokensBefore: twice?.tokensAfter,
      tokensAfter: 0,
    });
  });

  it.each(['results', 'arguments', 'messages'] as const)('leaves out %s, as the plan does', (kind) => {
    const { ledger, options } = longSession();
    const { batches, tokensAfter } = previewCommand(ledger, options, { skip: [kind], pin: [] });
    expect(batches.length).toBeGreaterThan(0);
    expect(batches.map((batch) => batch.kind)).not.toContain(kind);
    planCommand(ledger, options, [kind]);
    expect(ledger.totalTokens).toBe(tokensAfter);
  });

  it('treats messages as pinned without pinning them', () => {
    const { ledger, options } = longSession();
    const touched = (pin: readonly number[]): number[] =>
      previewCommand(ledger, options, { skip: [], pin }).batches.flatMap(({ messages }) =>
        messages.map(({ index }) => index),
      );
    expect(touched([])).toContain(5);
    expect(touched([5])).not.toContain(5);
    expect(ledger.state(5).pinned).toBe(false);
  });

  it('goes on from earlier decisions, pins and messages put back', () => {
    const { ledger, options } = longSession();
    planBeforeCall(ledger, options);
    ledger.append(assistant(numberedLines(400)));
    ledger.append(user('and then?'));
    ledger.setPinned(ledger.length - 4, true);
    const preview = previewCommand(ledger, options, nothing);
    expect(preview.tokensBefore).toBe(ledger.totalTokens);
    planCommand(ledger, options);
    expect(ledger.totalTokens).toBe(preview.tokensAfter);
  });
});
