import { beforeEach, describe, expect, it } from 'vitest';
import { contextShares } from '../../../src/engine/contextShares';
import { ContextLedger } from '../../../src/engine/ledger';
import type { Message } from '../../../src/engine/message';
import type { ByKind } from '../../../src/engine/tokens/contentMix';
import { characterMessageCounter } from '../../support/characterCounter';

const prose = 'The garden behind the house is small but in spring everything flowers at once. '.repeat(5);
const chinese = '街角的面包店每天早上六点以前就开门'.repeat(5);

function message(id: string, role: Message['role'], text: string): Message {
  return { id, role, parts: [{ type: 'text', text }] };
}

function sum({ latin, cjk, code, base64 }: ByKind): number {
  return latin + cjk + code + base64;
}

describe('contextShares', () => {
  let ledger: ContextLedger;

  beforeEach(() => {
    ledger = new ContextLedger(characterMessageCounter());
    ledger.append(message('u', 'user', prose));
  });

  it('is the tokens of all texts, by kind, without overhead', () => {
    ledger.append(message('a', 'assistant', chinese));
    const shares = contextShares(ledger, '');
    expect(shares.latin).toBeCloseTo(Math.ceil(prose.length / 4), 5);
    expect(shares.cjk).toBeCloseTo(Math.ceil(chinese.length / 4), 5);
    expect(sum(shares)).toBeCloseTo(ledger.totalTokens - 2 * 4, 5);
  });

  it('leaves out images, but not the texts beside them', () => {
    const before = contextShares(ledger, '');
    ledger.append({
      id: 'i',
      role: 'user',
      parts: [{ type: 'media', kind: 'image', mediaType: 'image/png', data: '' }],
    });
    expect(contextShares(ledger, '')).toEqual(before);
    expect(ledger.totalTokens).toBeGreaterThan(1600);
  });

  it('adds the tool definitions', () => {
    const schemas = '{"name":"read","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}';
    ledger.setToolSchemaTokens(ledger.counter.countText(schemas));
    const shares = contextShares(ledger, schemas);
    expect(sum(shares)).toBeCloseTo(ledger.totalTokens - 4, 5);
    expect(shares.code).toBeGreaterThan(10);
  });

  it('follows what was taken out of the context', () => {
    ledger.append(message('a', 'assistant', chinese));
    ledger.append(message('b', 'user', prose));
    ledger.take({
      id: 'd',
      strategy: 'prune',
      layer: 2,
      trigger: { reason: 'threshold', measured: 1, threshold: 1 },
      batch: 1,
      edits: [],
      removal: { indexes: [1], pointer: null },
    } as unknown as Parameters<ContextLedger['take']>[0]);
    const shares = contextShares(ledger, '');
    expect(shares.cjk).toBe(0);
    // The notice stands in for it.
    expect(sum(shares)).toBeGreaterThan((2 * prose.length) / 4);
  });
});
