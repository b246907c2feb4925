import fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/engine/message';
import { readTranscript } from '../../../../src/transcripts/registry';
import { TranscriptError, type Transcript } from '../../../../src/transcripts/transcript';
import { arbitraryHistory, boundariesOf } from '../../../support/arbitraryHistory';
import { corpusFiles } from '../../../support/corpus';
import { repositoryRoot } from '../../../support/repositoryRoot';
import { historyText, readText } from './support';

const cases = join(repositoryRoot, 'test/fixtures/cases');

/** Null where the file is no session: that is told by tests of its reader. */
async function readOrNull(path: string): Promise<Transcript | null> {
  try {
    return await readTranscript(path);
  } catch (error) {
    if (error instanceof TranscriptError) return null;
    throw error;
  }
}

async function expectSameAgain(transcript: Transcript): Promise<void> {
  const text = historyText('strata', transcript.messages, transcript);
  const again = await readText(text, 'another name.strata.jsonl');
  expect(again).toStrictEqual(transcript);
  expect(historyText('strata', again.messages, again)).toBe(text);
}

describe('a session of another agent as a Strata file', () => {
  it.each(readdirSync(cases))('%s reads back as it was', async (name) => {
    const transcript = await readOrNull(join(cases, name));
    if (transcript !== null) await expectSameAgain(transcript);
  });

  const corpus = corpusFiles('claude-code', 'openai-chat').filter((path) => readFileSync(path).length < 8_000_000);
  it.skipIf(corpus.length === 0)('reads back as it was over the corpus', { timeout: 120_000 }, async () => {
    for (const path of corpus) {
      const transcript = await readOrNull(path);
      if (transcript !== null) await expectSameAgain(transcript);
    }
  });

  it('reads back as it was, whatever its messages and facts', async () => {
    const plain = { noNullPrototype: true } as const;
    const facts = fc.record(
      {
        title: fc.string({ minLength: 1, unit: 'binary' }),
        model: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
        workspace: fc.option(fc.string(), { nil: undefined }),
        window: fc.option(fc.nat(), { nil: undefined }),
        sessions: fc.option(fc.record({ shown: fc.nat(3), titles: fc.array(fc.string()) }, plain), { nil: undefined }),
        source: fc.record({ line: fc.nat(), byteOffset: fc.nat() }, plain),
        trigger: fc.constantFrom('auto', 'manual'),
        fate: fc.constantFrom('pruned', 'kept', 'truncated'),
      },
      plain,
    );
    await fc.assert(
      fc.asyncProperty(arbitraryHistory(8), facts, async (messages, known) => {
        fc.pre(messages.length > 0);
        const transcript = transcriptOf(messages, known);
        await expectSameAgain(transcript);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the decisions of a replay for others, and does not take them for its own', async () => {
    const text = `${historyText('strata', [user], transcriptOf([user], {}))}${JSON.stringify({ type: 'replayed', decision: { id: 'x' } })}\n`;
    const again = await readText(text);
    expect(again).toStrictEqual(transcriptOf([user], {}));
  });

  it('tells of facts it cannot take, and reads the messages', async () => {
    const text = `${JSON.stringify({ type: 'transcript', version: 1, format: 1, callBoundaries: [] })}\n${JSON.stringify({ type: 'message', message: user })}\n`;
    const { messages, problems, format } = await readText(text);
    expect([messages, format]).toStrictEqual([[user], 'strata']);
    expect(problems.map(({ reason }) => reason)).toEqual(['What was known of the session: format must be a text.']);
  });

  it('leaves out what speaks of messages that are not there', async () => {
    const lost = transcriptOf([user, user, user], {});
    const [facts, first] = historyText('strata', lost.messages, {
      ...lost,
      callBoundaries: [1, 3],
      recorded: { compactions: [{ index: 3 }, { index: 1 }] },
    }).split('\n');
    const { callBoundaries, recorded } = await readText(`${facts ?? ''}\n${first ?? ''}\n`);
    expect([callBoundaries, recorded]).toStrictEqual([[1], { compactions: [{ index: 1 }] }]);
  });
});

const user: Message = { id: '0', role: 'user', parts: [{ type: 'text', text: 'Hello' }] };

interface Known {
  readonly title?: string;
  readonly model?: string | undefined;
  readonly workspace?: string | undefined;
  readonly window?: number | undefined;
  readonly sessions?: Transcript['sessions'] | undefined;
  readonly source?: { readonly line: number; readonly byteOffset: number };
  readonly trigger?: string;
  readonly fate?: 'pruned' | 'kept' | 'truncated';
}

function transcriptOf(messages: readonly Message[], known: Known): Transcript {
  const { title = 'A title', model, workspace, window, sessions, source, trigger, fate } = known;
  return {
    format: 'claude-code',
    title,
    messages: source === undefined ? messages : messages.map((message) => ({ ...message, source, createdAt: 5 })),
    callBoundaries: boundariesOf(messages),
    problems: [{ severity: 'warning', line: 3, byteOffset: 9, reason: 'odd' }],
    ...(model === undefined ? {} : { model }),
    ...(workspace === undefined ? {} : { workspace }),
    ...(window === undefined ? {} : { contextWindow: window }),
    ...(sessions === undefined ? {} : { sessions }),
    ...(trigger === undefined || fate === undefined
      ? {}
      : { recorded: { compactions: [{ index: 0, trigger, effects: [{ from: 0, to: messages.length, fate }] }] } }),
  };
}
