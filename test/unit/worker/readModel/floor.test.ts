import { describe, expect, it } from 'vitest';
import { ContextLedger } from '../../../../src/engine/ledger';
import type { Message } from '../../../../src/engine/message';
import type { EngineSettings } from '../../../../src/engine/settings';
import { floorText } from '../../../../src/worker/readModel/floor';
import { KeptMessages } from '../../../../src/worker/readModel/keptMessages';
import { counter, readingSession, settings } from '../sessionFixtures';

// The target of ③ is 60 % of 4 600.
const limits = { window: 5_000, reserve: 400 };

function ledgerOf(messages: readonly Message[]): ContextLedger {
  const ledger = new ContextLedger(counter);
  for (const message of messages) ledger.append(message);
  return ledger;
}

const proactive: EngineSettings = {
  ...settings,
  compression: { ...settings.compression, enabled: true, stages: [{ thresholdTokens: 2_000, targetTokens: 1_000 }] },
};

describe('floorText', () => {
  it('is null while what always stays fits the targets', () => {
    const kept = new KeptMessages(ledgerOf(readingSession(20, 800)));
    expect(floorText(kept, settings, limits)).toBe(null);
  });

  it('names the largest of system, tools, pins and newest messages', () => {
    const ledger = ledgerOf(readingSession(20, 800));
    ledger.setToolSchemaTokens(1_200);
    const kept = new KeptMessages(ledger);
    expect(floorText(kept, settings, limits)).toBe(null);
    for (const index of [3, 5, 7, 9, 11, 13]) {
      ledger.setPinned(index, true);
      kept.takePin(index);
    }
    const words = floorText(kept, settings, limits);
    expect(words).toContain('more than the 2,760 that pruning aims at (strata.layer2.pruneTargetRatio)');
    expect(words).toContain('The largest: tool definitions, 1,200 tokens; ');
    expect(words).toContain('messages 2 to 3 (pinned), 2');
  });

  it('follows pins as they come and go, also that of a result, and messages as they are appended', () => {
    const ledger = ledgerOf(readingSession(20, 800));
    const kept = new KeptMessages(ledger);
    const names = (): string[] => kept.items(6).map(({ name }) => name);
    const before = names();
    ledger.setPinned(5, true);
    kept.takePin(5);
    expect(names()).toEqual(expect.arrayContaining(['messages 4 to 5 (pinned)']));
    ledger.setPinned(5, false);
    kept.takePin(5);
    expect(names()).toEqual(before);
    const [, , call, result] = readingSession(1, 800);
    for (const message of [call, result]) if (message !== undefined) ledger.append({ ...message, pinned: true });
    expect(names()).toEqual(expect.arrayContaining(['messages 42 to 43 (pinned)']));
    expect(names()).not.toEqual(before);
  });

  it('names what was put back, and says when it goes again', () => {
    const ledger = ledgerOf(readingSession(20, 800));
    for (const index of [3, 5, 7, 9, 11, 13, 15, 17]) ledger.setRestored(index);
    ledger.setToolSchemaTokens(1_000);
    const words = floorText(new KeptMessages(ledger), settings, limits);
    expect(words).toContain('messages 2 to 3 (put back by you), 2');
    expect(words).toContain(
      'What you put back goes again only when you ask for it, or when the context would not fit.',
    );
  });

  it('adds up to what ③ cannot take: the rest is prunable', () => {
    const ledger = ledgerOf(readingSession(20, 800));
    const kept = new KeptMessages(ledger).items(6);
    // System, request, and the last three reads of two messages each.
    expect(kept.map(({ name }) => name)).toEqual([
      'tool definitions',
      'message 0 (system)',
      'message 1 (your first)',
      'messages 36 to 37 (among the newest, which stay)',
      'messages 38 to 39 (among the newest, which stay)',
      'messages 40 to 41 (among the newest, which stay)',
    ]);
  });

  it('holds the target of proactive compression against its own tail, where it is on', () => {
    const ledger = ledgerOf(readingSession(20, 1_600));
    const kept = new KeptMessages(ledger);
    expect(floorText(kept, settings, limits)).toBe(null);
    const words = floorText(kept, proactive, limits);
    expect(words).toContain('more than the 1,000 that proactive compression aims at (strata.compression.targetTokens)');
    expect(floorText(kept, { ...proactive, compression: { ...proactive.compression, enabled: false } }, limits)).toBe(
      null,
    );
  });
});
