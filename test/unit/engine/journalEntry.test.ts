import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import { misplacedFault, parseJournalEntry } from '../../../src/engine/journalEntry';
import { sampleDecision as decision } from '../../support/sampleDecision';

const [edit] = decision.edits;

const message = (part: unknown): unknown => ({ type: 'message', message: { id: 'm', role: 'user', parts: [part] } });

const decided = (change: Readonly<Record<string, unknown>>): unknown => ({
  type: 'decision',
  decision: { ...decision, ...change },
});

describe('parseJournalEntry', () => {
  it('takes an entry as it is, with what a later version added to it', () => {
    const entry = { type: 'decision', decision: { ...decision, since: 'later' } };
    const parsed = parseJournalEntry(entry);
    expect(parsed.kind === 'entry' && parsed.entry).toBe(entry);
  });

  it.each([
    ['an edit that is nothing', decided({ edits: [null] }), 'decision.edits.0 must be an object'],
    [
      'an edit of an unknown kind',
      decided({ edits: [{ ...edit, kind: 'odd' }] }),
      'decision.edits.0.kind must be one of cut, replace, arguments',
    ],
    ['no pointers', decided({ edits: [{ ...edit, pointers: undefined }] }), 'decision.edits.0.pointers must be a list'],
    [
      'a text for a number',
      decided({ edits: [{ ...edit, tokensAfter: 'zzz' }] }),
      'decision.edits.0.tokensAfter must be a number of 0 or more',
    ],
    [
      'infinity',
      decided({ tokensAfter: Number.POSITIVE_INFINITY }),
      'decision.tokensAfter must be a number of 0 or more',
    ],
    [
      'half an index',
      decided({ removal: { indexes: [0.5], summary: null, pointer: null } }),
      'decision.removal.indexes.0',
    ],
    ['an unknown layer', decided({ layer: 4 }), 'decision.layer must be one of 1, 2, 3'],
    ['no trigger', decided({ trigger: {} }), 'decision.trigger.reason must be one of threshold, overflow'],
    ['a part without its text', message({ type: 'text' }), 'message.parts.0.text is missing'],
    ['a part of an unknown kind', message({ type: 'wat' }), 'message.parts.0.type must be one of text'],
    [
      'a call without arguments',
      message({ type: 'toolCall', id: 'a', name: 'b' }),
      'message.parts.0.arguments is missing',
    ],
    ['an index below zero', { type: 'pin', index: -1, pinned: true }, 'index must be a whole number'],
    ['a list', [], 'it is no entry of a session'],
    ['nothing', null, 'it is no entry of a session'],
  ])('says what is wrong with %s', (_name, value, words) => {
    const parsed = parseJournalEntry(value);
    expect(parsed).toMatchObject({ kind: 'fault' });
    expect(parsed.kind === 'fault' && parsed.fault).toContain(words);
  });

  it.each([{ type: 'future' }, { type: 'constructor' }, { type: 'header', version: 2 }])(
    'tells what a newer version wrote: %j',
    (value) => {
      expect(parseJournalEntry(value).kind).toBe('newer');
    },
  );
});

describe('misplacedFault', () => {
  const removal = { indexes: [0, 2], summary: null, pointer: null };
  const cases: readonly (readonly [JournalEntry, number])[] = [
    [{ type: 'pin', index: 2, pinned: true }, 3],
    [{ type: 'call', historyLength: 3, inputTokens: 1, model: 'm' }, 3],
    [{ type: 'decision', decision }, 2],
    [{ type: 'decision', decision: { ...decision, historyLength: 0, edits: [], removal } }, 3],
    [{ type: 'decision', decision: { ...decision, historyLength: 3, edits: [] } }, 3],
  ];

  it.each(cases)('lets an entry speak only of messages before it (%#)', (entry, length) => {
    expect(misplacedFault(entry, length)).toBeNull();
    expect(misplacedFault(entry, length - 1)).not.toBeNull();
  });
});
