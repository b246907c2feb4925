import { describe, expect, it } from 'vitest';
import { engineSettings } from '../../../src/config/engineSettings';
import { validateSettings } from '../../../src/config/validateSettings';
import { planBeforeCall } from '../../../src/engine/cascade';
import { keptTailLength } from '../../../src/engine/layer2/protectedSteps';
import { MESSAGES_PLACEHOLDER, SUMMARY_SECTIONS } from '../../../src/engine/layer3/prompts';
import type { Message } from '../../../src/engine/message';
import { COMPACTED_MARKER, TRUNCATED_MARKER, prunedNotice } from '../../../src/engine/notices';
import { renderContext } from '../../../src/engine/render';
import { MAXIMUM_RETRIES, getRetryStrategy, planOverflow } from '../../../src/engine/retry';
import { inputLimit, limitsFor } from '../../../src/engine/settings';
import { toolMatcher, writesFiles } from '../../../src/engine/toolNames';
import { contextFaults } from '../../support/contextRules';
import { assistant, call, engineFixture, result, system, user } from '../../support/engineFixture';

/** What the first reference fixes: each constant as the settings have it by default, each line of its flow charts. */
const settings = engineSettings(validateSettings({}).settings);

/** `steps` calls of one tool, each with a result of `tokens` tokens. */
function toolLoop(steps: number, tokens: number, tool = 'Read File'): Message[] {
  return Array.from({ length: steps }, (_, step) => [
    assistant('', call(`call-${step}`, tool, `{"path":"src/file${step}.ts"}`)),
    result(`call-${step}`, `${String(step).padStart(4, '0')} is it.\n`.repeat(Math.ceil((tokens * 4) / 12)), tool),
  ]).flat();
}

describe('constants', () => {
  it('① cuts a result above half of the window, at a line break, with the marker', () => {
    expect(settings.layer1.singleToolResultShare).toBe(0.5);
    expect(TRUNCATED_MARKER).toBe('[truncated: output exceeded context limit]');
    const { ledger, options } = engineFixture([user('Go.'), ...toolLoop(1, 5_100)], 10_000, settings);
    planBeforeCall(ledger, options);
    expect(ledger.state(2).fate).toBe('truncated');
    const text =
      renderContext(ledger)
        .at(-1)
        ?.message.parts.map((part) => ('text' in part ? part.text : ''))
        .join('') ?? '';
    expect(text).toMatch(
      / is it\.\s+\[full output, [\d,]+ lines: \S+\]\n\[truncated: output exceeded context limit\]$/u,
    );
    const below = engineFixture([user('Go.'), ...toolLoop(1, 4_900)], 10_000, settings);
    planBeforeCall(below.ledger, below.options);
    expect(below.ledger.state(2).fate).toBe('kept');
  });

  it('② replaces the oldest results above three quarters of the window', () => {
    expect(settings.layer1.inputHeadroomRatio).toBe(0.75);
    expect(COMPACTED_MARKER).toBe('[compacted: tool output removed to free context]');
    const { ledger, options } = engineFixture([user('Go.'), ...toolLoop(16, 480)], 10_000, settings);
    expect(ledger.totalTokens).toBeGreaterThan(7_500);
    planBeforeCall(ledger, options);
    const fates = Array.from({ length: 16 }, (_, step) => ledger.state(2 + step * 2).fate);
    expect(fates.indexOf('kept')).toBeGreaterThan(0);
    expect(fates.lastIndexOf('compacted')).toBeLessThan(fates.indexOf('kept'));
    const below = engineFixture([user('Go.'), ...toolLoop(14, 480)], 10_000, settings);
    planBeforeCall(below.ledger, below.options);
    expect(below.ledger.decisions).toEqual([]);
  });

  it('② takes results of the named tools only, never those of Write and Create', () => {
    expect(settings.layer1.compactableTools).toEqual([
      'Read File',
      'Bash',
      'Grep',
      'Glob',
      'Search Files',
      'Web Fetch',
      'Edit',
    ]);
    const isCompactable = toolMatcher(settings.layer1.compactableTools);
    for (const tool of ['Write', 'Create', 'Write File', 'Create File']) {
      expect(isCompactable(tool)).toBe(false);
      expect(writesFiles(tool)).toBe(true);
      const { ledger, options } = engineFixture([user('Go.'), ...toolLoop(16, 480, tool)], 10_000, settings);
      planBeforeCall(ledger, options);
      expect(ledger.fates.compacted).toBe(0);
    }
  });

  it('③ keeps N = min(6, ⌊total/3⌋) messages at the end', () => {
    expect(settings.layer2.keepLast).toBe(6);
    expect([0, 2, 3, 9, 17, 18, 400].map((total) => keptTailLength(settings.layer2.keepLast, total))).toEqual([
      0, 0, 1, 3, 5, 6, 6,
    ]);
  });

  it('③ keeps system, first user, pinned and current message, and says how many are gone', () => {
    expect(prunedNotice(12, null)).toBe('[context compacted: 12 earlier messages removed]');
    const messages = [
      system('Be brief.'),
      user('The first request.'),
      ...Array.from({ length: 30 }, (_, turn) => [
        user(`Question ${turn}. `.repeat(60)),
        assistant('Answer. '.repeat(60)),
      ]).flat(),
      user('The current request.'),
    ].map((message, index) => (index === 5 ? { ...message, pinned: true } : message));
    const { ledger, options } = engineFixture(messages, 10_000, settings);
    planBeforeCall(ledger, options);
    expect(ledger.fates.pruned + ledger.fates.summarized).toBeGreaterThan(0);
    for (const index of [0, 1, 5, messages.length - 1]) expect(ledger.state(index).fate).toBe('kept');
    expect(contextFaults(renderContext(ledger))).toEqual([]);
  });

  it('④ has nine sections, chunks above 50 000 characters, at most four', () => {
    expect(SUMMARY_SECTIONS).toHaveLength(9);
    expect(settings.layer3).toMatchObject({ chunkCharacters: 50_000, maximumChunks: 4 });
    expect(MESSAGES_PLACEHOLDER).toBe('{messages}');
  });

  it('a refused call is tried again up to five times, each with a smaller target', () => {
    expect(MAXIMUM_RETRIES).toBe(5);
    const limits = limitsFor(100_000, 8_000);
    const targets = [1, 2, 3, 4, 5, 6].map((attempt) => {
      const strategy = getRetryStrategy({ attempt, windowTokens: null, inputTokens: null }, limits, 90_000);
      return strategy.kind === 'compact' ? strategy.targetTokens : null;
    });
    expect(targets.at(-1)).toBeNull();
    const numbers = targets.slice(0, 5).map(Number);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect(new Set(numbers).size).toBe(5);
  });
});

describe('flow before a call', () => {
  it('runs Layer 1, then Layer 2 where that leaves too much, in this order', () => {
    const words = Array.from({ length: 30 }, (_, turn) => [
      user(`Question ${turn}. `.repeat(40)),
      assistant('Answer. '.repeat(60)),
    ]);
    const { ledger, options } = engineFixture(
      [user('Go.'), ...toolLoop(8, 480), ...words.flat(), user('On.')],
      10_000,
      settings,
    );
    const { decisions } = planBeforeCall(ledger, options);
    expect(decisions.map(({ strategy }) => strategy)).toEqual(['compact', 'prune']);
    expect(ledger.totalTokens).toBeLessThanOrEqual(inputLimit(options.limits));
  });

  it('does nothing below every threshold', () => {
    const { ledger, options } = engineFixture([user('Go.'), ...toolLoop(3, 480)], 10_000, settings);
    expect(planBeforeCall(ledger, options)).toEqual({ decisions: [], tooLarge: null, summary: null });
  });
});

describe('flow after an overflow', () => {
  const overflow = { attempt: 1, windowTokens: null, inputTokens: null };

  it('compacts with Layer 2 first, and asks for Layer 3 where that is not enough', () => {
    const large = toolLoop(3, 1_500, 'Write');
    const { ledger, options } = engineFixture([user('Go.'), ...toolLoop(6, 300), ...large], 10_000, settings);
    const { decisions, summary } = planOverflow(ledger, options, { ...overflow, attempt: 4 }, true);
    expect(decisions.map(({ layer }) => layer)).not.toContain(3);
    expect(summary).toMatchObject({ trigger: { reason: 'overflow' }, keepLast: 0 });
  });

  it('asks for no summary where Layer 2 was enough', () => {
    const { ledger, options } = engineFixture([user('Go.'), ...toolLoop(14, 480)], 10_000, settings);
    expect(planOverflow(ledger, options, overflow, true).summary).toBeNull();
  });
});

describe('a dialogue of 5 turns with 400 calls inside one turn', () => {
  it('keeps the working set, not five messages, and stays under the limit at every call', () => {
    const messages: Message[] = [system('Be brief.'), user('The goal is the whole module.')];
    for (let turn = 1; turn < 4; turn++) messages.push(assistant('Done.'), user(`Turn ${turn}.`));
    const { ledger, options } = engineFixture(messages, 32_000, settings);
    const loop = toolLoop(400, 200);
    for (const message of loop) {
      if (message.role === 'assistant') planBeforeCall(ledger, options);
      expect(ledger.totalTokens).toBeLessThanOrEqual(inputLimit(options.limits));
      ledger.append(message);
    }
    planBeforeCall(ledger, options);
    const context = renderContext(ledger);
    expect(contextFaults(context)).toEqual([]);
    expect(context.filter(({ message }) => message.role === 'tool').length).toBeGreaterThan(40);
    expect(ledger.fates.kept).toBeGreaterThan(60);
  });
});
