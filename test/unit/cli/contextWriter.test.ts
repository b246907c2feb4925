import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextMessages, ContextWriter } from '../../../src/cli/contextWriter';
import { replayCalls } from '../../../src/engine/replay';
import { arbitraryHistory, boundariesOf } from '../../support/arbitraryHistory';
import { engineFixture } from '../../support/engineFixture';

describe('ContextWriter', () => {
  it('writes for every call what the context is, whatever it wrote before', () => {
    fc.assert(
      fc.property(arbitraryHistory(), fc.constantFrom(300, 2_000, 100_000), (messages, window) => {
        const { ledger, options } = engineFixture([], window);
        const writer = new ContextWriter();
        const input = { messages, callBoundaries: boundariesOf(messages), ledger, options };
        for (const pass of replayCalls(input)) {
          expect(pass.historyLength).toBe(ledger.length);
          expect(writer.write(ledger)).toBe(JSON.stringify(contextMessages(ledger)));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('writes a message as often as it stands in the context', () => {
    const repeated = { id: 'm', role: 'user', parts: [{ type: 'text', text: 'again' }] } as const;
    const { ledger } = engineFixture([repeated, repeated], 8_000);
    const writer = new ContextWriter();
    const first = writer.write(ledger);
    expect(JSON.parse(first)).toHaveLength(2);
    expect(writer.write(ledger)).toBe(first);
  });
});
