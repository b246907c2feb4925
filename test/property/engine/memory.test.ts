import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderContext } from '../../../src/engine/render';
import { replayCalls } from '../../../src/engine/replay';
import { inputLimit } from '../../../src/engine/settings';
import { arbitraryHistory, boundariesOf } from '../../support/arbitraryHistory';
import { characterMessageCounter } from '../../support/characterCounter';
import { contextFaults } from '../../support/contextRules';
import { engineFixture } from '../../support/engineFixture';

const RUNS = Number(process.env['STRATA_PROPERTY_RUNS'] ?? 200);

const windows = fc.constantFrom(2_000, 8_000, 32_000, 1_000_000);

const memories = fc
  .array(fc.constantFrom('- use pnpm', '- 漢字かな', '- half \ud83d', '', '# heading'), { minLength: 1, maxLength: 40 })
  .map((lines) => lines.join('\n'))
  .filter((text) => text.trim() !== '');

describe('the memory in the context', () => {
  it('stands in the system prompt at every call, counted, in a valid context that fits', () => {
    fc.assert(
      fc.property(arbitraryHistory(), windows, memories, (messages, window, memory) => {
        const { ledger, options } = engineFixture([], window);
        ledger.setMemory(memory);
        const counter = characterMessageCounter();
        for (const call of replayCalls({ messages, callBoundaries: boundariesOf(messages), ledger, options })) {
          const entries = renderContext(ledger);
          expect(contextFaults(entries)).toEqual([]);
          const system = entries.filter(({ message }) => message.role === 'system');
          const said = system.flatMap(({ message }) =>
            message.parts.map((part) => (part.type === 'text' ? part.text : '')),
          );
          expect(said.filter((text) => text.includes(memory.trim().toWellFormed()))).toHaveLength(1);
          expect(ledger.totalTokens).toBe(entries.reduce((sum, { message }) => sum + counter.countMessage(message), 0));
          if (call.tooLarge === null) expect(ledger.totalTokens).toBeLessThanOrEqual(inputLimit(options.limits));
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('is gone once it is empty', () => {
    const { ledger } = engineFixture([], 8_000);
    ledger.setMemory('- use pnpm');
    ledger.setMemory(' \n');
    expect(renderContext(ledger)).toEqual([]);
    expect(ledger.totalTokens).toBe(0);
  });
});
