import { describe, expect, it } from 'vitest';
import { planBeforeCall, planCommand } from '../../../../src/engine/cascade';
import type { Message } from '../../../../src/engine/message';
import { renderMessage } from '../../../../src/engine/render';
import { textOf } from '../../../../src/engine/message';
import { inputLimit } from '../../../../src/engine/settings';
import {
  assistant,
  call,
  defaultEngineSettings,
  engineFixture,
  numberedLines,
  result,
  user,
} from '../../../support/engineFixture';

/** A user message and `count` tool calls whose results take about `tokens` each. */
function toolLoop(count: number, tokens: number, toolName = 'Bash'): Message[] {
  const loop = Array.from({ length: count }, (_, step) => [
    assistant('', call(`c${step}`, toolName)),
    result(`c${step}`, numberedLines(Math.floor(tokens / 5)), toolName),
  ]);
  return [user('go'), ...loop.flat()];
}

function fatesAfterPass(messages: readonly Message[], window: number): { fates: string[]; total: number } {
  const { ledger, options } = engineFixture(messages, window);
  planBeforeCall(ledger, options);
  return { fates: messages.map((_, index) => ledger.state(index).fate), total: ledger.totalTokens };
}

describe('② results of old calls', () => {
  it('stay below 75 % of the window', () => {
    const { fates } = fatesAfterPass(toolLoop(7, 1_000), 10_000);
    expect(new Set(fates)).toEqual(new Set(['kept']));
  });

  it('are compacted oldest first above it, down to 60 %', () => {
    const { fates, total } = fatesAfterPass(toolLoop(8, 1_000), 10_000);
    expect(fates.flatMap((fate, index) => (fate === 'compacted' ? [index] : []))).toEqual([2, 4, 6]);
    expect(total).toBeLessThanOrEqual(6_000);
  });

  it('go a fair way below the threshold of pruning where that is the lower one', () => {
    const layer2 = { ...defaultEngineSettings.layer2, preemptiveRatio: 0.6 };
    const { ledger, options } = engineFixture(toolLoop(8, 1_000), 10_000, { ...defaultEngineSettings, layer2 });
    const { decisions } = planBeforeCall(ledger, options);
    const threshold = 0.6 * inputLimit(options.limits);
    expect(decisions.map(({ strategy }) => strategy)).toEqual(['compact']);
    expect(ledger.totalTokens).toBeLessThanOrEqual((threshold * 0.6) / 0.75);
  });

  it('become the marker and the pointer', () => {
    const messages = toolLoop(8, 1_000);
    const { ledger, options, archive } = engineFixture(messages, 10_000);
    planBeforeCall(ledger, options);
    const text = textOf(renderMessage(ledger, 2) ?? { parts: [] });
    const [, pointer] = /^\[compacted: tool output removed to free context\] ([0-9a-f]{16}\.txt)$/.exec(text) ?? [];
    expect(archive.entries.get(pointer ?? '')?.content).toEqual({ text: textOf(messages[2] ?? { parts: [] }) });
  });

  it.each(['Write File', 'create_file', 'Task', 'get_user_details'])('of %s always stay', (toolName) => {
    const { fates } = fatesAfterPass(toolLoop(8, 1_000, toolName), 10_000);
    expect(fates).not.toContain('compacted');
  });

  it.each(['Read', 'Edit', 'shell', 'WebFetch', 'search_files', 'glob', 'Grep'])('of %s may go', (toolName) => {
    expect(fatesAfterPass(toolLoop(8, 1_000, toolName), 10_000).fates).toContain('compacted');
  });

  it('of the newest calls stay, as do pinned ones', () => {
    const messages = toolLoop(8, 1_000).map((message, index) => (index === 2 ? { ...message, pinned: true } : message));
    const { ledger, options } = engineFixture(messages, 10_000);
    planCommand(ledger, { ...options, limits: { window: 100, reserve: 8 } });
    expect(ledger.state(2).fate).toBe('kept');
    expect(ledger.state(messages.length - 1).fate).toBe('kept');
  });

  it('smaller than their replacement stay', () => {
    const small = [assistant('', call('s', 'Bash')), result('s', 'ok', 'Bash')];
    const [first, ...rest] = toolLoop(8, 1_000);
    const { fates } = fatesAfterPass([...(first ? [first] : []), ...small, ...rest], 10_000);
    expect(fates[2]).toBe('kept');
  });
});

describe('② large arguments of old writes', () => {
  const content = 'const answer = 42;\n'.repeat(400);
  const write = (id: string): Message[] => [
    assistant('', call(id, 'Write', JSON.stringify({ file_path: 'a.ts', content }))),
    result(id, 'written', 'Write'),
  ];

  it('become a pointer above 85 %, and the call stays valid', () => {
    const messages = [user('go'), ...write('a'), ...write('b'), ...write('c'), ...write('d'), ...write('e')];
    const { ledger, options, archive } = engineFixture(messages, 10_000);
    planBeforeCall(ledger, options);
    const part = renderMessage(ledger, 1)?.parts[1];
    const value: unknown = JSON.parse(part?.type === 'toolCall' ? part.arguments : '');
    expect(value).toMatchObject({ file_path: 'a.ts', content: expect.stringMatching(/[0-9a-f]{16}\.json/) as unknown });
    const originals = [...archive.entries.values()].map((entry) => entry.content);
    expect(originals).toContainEqual({ text: JSON.stringify({ file_path: 'a.ts', content }) });
    expect(ledger.state(9).fate).toBe('kept');
  });
});
