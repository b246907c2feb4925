import { describe, expect, it } from 'vitest';
import { truncateResults } from '../../../../src/engine/layer1/truncate';
import { prune } from '../../../../src/engine/layer2/prune';
import { FactPlaces, type FactSurvival } from '../../../../src/engine/layer3/factPlaces';
import type { ContextLedger } from '../../../../src/engine/ledger';
import type { Message } from '../../../../src/engine/message';
import { assistant, defaultEngineSettings, engineFixture, user } from '../../../support/engineFixture';

function survivalOf(messages: readonly Message[], ledger: ContextLedger): FactSurvival {
  const places = new FactPlaces();
  for (const message of messages) places.take(message);
  return places.survivalIn(ledger);
}

const chat = Array.from({ length: 12 }, (_, turn) => [
  user(`Look at src/module${turn}.ts, please.`),
  assistant(`src/module${turn}.ts reads data/input${turn}.json, which takes ${turn + 20} ms. `.repeat(6)),
]).flat();

describe('the survival of facts', () => {
  it('finds all of them in the context while nothing is compressed', () => {
    const { ledger } = engineFixture(chat, 100_000);
    const { found, inContext, reachable, lost } = survivalOf(chat, ledger);
    expect(found).toBeGreaterThan(30);
    expect({ inContext, reachable, lost }).toEqual({ inContext: found, reachable: 0, lost: 0 });
  });

  it('finds those of removed messages in the notice or behind its pointer', () => {
    const { ledger, options } = engineFixture(chat, 4_000, {
      ...defaultEngineSettings,
      layer3: { ...defaultEngineSettings.layer3, factsShare: 0.01 },
    });
    prune({ ...options, ledger }, { target: 300, reason: 'overflow', threshold: 0, keepLast: 2 });
    const { found, inContext, reachable, lost } = survivalOf(chat, ledger);
    expect(ledger.notice?.text).toContain('src/module');
    expect(reachable).toBeGreaterThan(0);
    expect(inContext).toBeGreaterThan(0);
    expect(inContext + reachable).toBe(found);
    expect(lost).toBe(0);
  });

  it('counts as lost what another agent took out and kept nowhere', () => {
    const { ledger } = engineFixture(chat, 100_000);
    ledger.take({
      id: 'recorded',
      strategy: 'prune',
      layer: 2,
      trigger: { reason: 'recorded', words: 'trim', measuredTokens: 1, reportedBefore: null, reportedAfter: null },
      edits: [],
      removal: { indexes: [0, 1, 2, 3], summary: null, pointer: null, standIn: null },
    });
    const { found, inContext, reachable, lost } = survivalOf(chat, ledger);
    expect(lost).toBeGreaterThan(4);
    expect(inContext + lost).toBe(found);
    expect(reachable).toBe(0);
  });

  it('finds what a cut result still shows', () => {
    const lines = Array.from({ length: 400 }, (_, line) => `src/listed${line}.ts: error E${1_000 + line}`).join('\n');
    const messages: Message[] = [
      user('Run it.'),
      {
        id: 'a',
        role: 'assistant',
        parts: [{ type: 'toolCall', id: 'c', name: 'Bash', arguments: '{"command":"ls"}' }],
      },
      { id: 't', role: 'tool', toolCallId: 'c', parts: [{ type: 'text', text: lines }] },
    ];
    const { ledger, options } = engineFixture(messages, 4_000);
    truncateResults({ ...options, ledger });
    expect(ledger.fates.truncated).toBe(1);
    const { found, inContext, reachable } = survivalOf(messages, ledger);
    expect(inContext).toBeGreaterThan(100);
    expect(reachable).toBeGreaterThan(100);
    expect(inContext + reachable).toBe(found);
  });

  it('does not count todos that are done', () => {
    const list = (status: string): Message =>
      assistantWith('TodoWrite', JSON.stringify({ todos: [{ content: 'Write the tests', status, id: '1' }] }));
    const open = [user('Go on.'), list('pending')];
    const done = [...open, list('completed')];
    const found = (messages: readonly Message[]): number =>
      survivalOf(messages, engineFixture(messages, 9_000).ledger).found;
    expect(found(done)).toBe(found(open) - 1);
  });
});

function assistantWith(name: string, args: string): Message {
  return { id: name, role: 'assistant', parts: [{ type: 'toolCall', id: name, name, arguments: args }] };
}
