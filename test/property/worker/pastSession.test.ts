import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fate } from '../../../src/engine/decision';
import type { JournalEntry } from '../../../src/engine/journal';
import type { ContextLedger } from '../../../src/engine/ledger';
import type { Message } from '../../../src/engine/message';
import type { Row } from '../../../src/protocol/inspectorRows';
import type { RecordedCompaction, Transcript } from '../../../src/transcripts/transcript';
import { fileSession } from '../../../src/worker/fileSessions';
import { ImportedSession } from '../../../src/worker/importedSession';
import { PastSession } from '../../../src/worker/pastSession';
import type { SessionDesk } from '../../../src/worker/sessionDesk';
import { arbitraryHistory, boundariesOf } from '../../support/arbitraryHistory';
import { characterMessageCounter } from '../../support/characterCounter';
import { defaultEngineSettings } from '../../support/engineFixture';
import { inProcessWorker } from '../../support/inProcessWorker';
import {
  everything,
  headerEntry,
  messageEntries,
  readingSession,
  readStep,
  userMessage,
} from '../../unit/worker/sessionFixtures';

const RUNS = Number(process.env['STRATA_PROPERTY_RUNS'] ?? 40);

/** So small that thresholds are passed every few messages. */
const WINDOW = 1_500;

const counter = characterMessageCounter();

/** What the model sees of each message, and of all. */
function contextOf(ledger: ContextLedger): unknown {
  const states = Array.from({ length: ledger.length }, (_, index) => ledger.state(index));
  return {
    messages: states.map(({ fate, tokensInContext, pointers }) => [fate, tokensInContext, pointers]),
    total: ledger.totalTokens,
    notice: ledger.notice,
  };
}

interface Recording {
  readonly messages: readonly Message[];
  readonly compactions: readonly RecordedCompaction[];
}

/** The session as far as it had come at a call, or the whole of it. */
async function imported({ messages, compactions }: Recording, call?: number): Promise<[ImportedSession, Transcript]> {
  const boundaries = boundariesOf(messages);
  const length = call === undefined ? messages.length : (boundaries[call] ?? 0);
  const transcript: Transcript = {
    format: 'test',
    title: 'A session',
    messages: messages.slice(0, length),
    callBoundaries: boundaries.slice(0, call),
    problems: [],
    recorded: { compactions: compactions.filter(({ index }) => index <= length) },
  };
  const params = { path: 'x', settings: defaultEngineSettings, model: 'test', window: WINDOW, reserve: 120 };
  const { session, start } = await fileSession(transcript, params, {
    counterFor: () => Promise.resolve(counter),
    observe: () => undefined,
    errorBandOf: () => 0,
    emit: () => undefined,
    onChange: () => undefined,
  });
  await start();
  if (!(session instanceof ImportedSession)) throw new Error('It is imported.');
  return [session, transcript];
}

const fates = fc.constantFrom<Fate>('kept', 'truncated', 'compacted', 'pruned');

const recordings: fc.Arbitrary<Recording> = arbitraryHistory(12).chain((messages) => {
  const index = fc.nat(messages.length);
  const compaction = fc
    .record({ index, from: index, to: index, fate: fates })
    .map(({ from, to, fate, index: at }): RecordedCompaction => ({
      index: at,
      effects: [{ from: Math.min(from, to, at), to: Math.min(Math.max(from, to), at), fate, text: 'cut' }],
    }));
  return fc.record({ messages: fc.constant(messages), compactions: fc.array(compaction, { maxLength: 4 }) });
});

it('a replay and a recording at a call are what they were when the session had come no further', async () => {
  await fc.assert(
    fc.asyncProperty(recordings, async (recording) => {
      const [session, transcript] = await imported(recording);
      const calls = transcript.callBoundaries.length;
      for (let call = 0; call < calls; call += Math.ceil(calls / 4)) {
        const [until] = await imported(recording, call);
        for (const track of ['replayed', 'recorded'] as const) {
          session.setTrack(track);
          until.setTrack(track);
          const past = await PastSession.at({ session, transcript, journal: () => [] }, call);
          expect(contextOf(past.ledger)).toEqual(contextOf(until.ledger));
          expect(past.readModel.source.facts.tokens).toEqual(until.readModel.source.facts.tokens);
          expect(past.readModel.source.log.length).toBe(until.readModel.source.log.length);
        }
      }
    }),
    { numRuns: RUNS },
  );
});

type Step =
  | { readonly kind: 'read' | 'ask' | 'call' | 'command' }
  | { readonly kind: 'pin' | 'unpin' | 'undo' | 'restore'; readonly at: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('read', 'ask', 'call', 'call', 'command') }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('pin', 'unpin', 'undo', 'restore'), at: fc.nat(1_000) }),
  },
);

/** A live session that does what it is told, and remembers what was to be seen at each of its calls. */
class LiveSession {
  readonly desk: SessionDesk = inProcessWorker(() => Promise.resolve(counter)).desk;
  readonly seen: { readonly rows: readonly Row[]; readonly tokens: number }[] = [];
  readonly #decisions: string[] = [];
  #length = 0;

  async start(): Promise<void> {
    await this.desk.openLive({ settings: defaultEngineSettings });
    await this.#append([headerEntry(WINDOW * 3), ...messageEntries(readingSession(20, 200))]);
  }

  async run(step: Step): Promise<void> {
    switch (step.kind) {
      case 'read':
        return this.#append(messageEntries(readStep(this.#length, 'src/a.ts', 'x'.repeat(900))));
      case 'ask':
        return this.#append(messageEntries([userMessage('u', 'And then?')]));
      case 'call':
        return this.#call('beforeCall');
      case 'command':
        return this.#call('command');
      case 'pin':
      case 'unpin':
        return this.#append([{ type: 'pin', index: step.at % this.#length, pinned: step.kind === 'pin' }]);
      case 'undo': {
        const decisionId = this.#decisions[step.at % Math.max(1, this.#decisions.length)];
        return decisionId === undefined ? undefined : this.#append([{ type: 'undo', decisionId }]);
      }
      case 'restore':
        return this.#append([{ type: 'restore', index: step.at % this.#length }]);
    }
  }

  /** What goes, then the call, then the reply, whose entry comes before that of the call. */
  async #call(kind: 'beforeCall' | 'command'): Promise<void> {
    const { decisions, inputTokens } = await this.desk.plan({ kind });
    this.#decisions.push(...decisions.map(({ id }) => id));
    await this.#append(decisions.map((decision): JournalEntry => ({ type: 'decision', decision })));
    const historyLength = this.#length;
    const { rows } = await this.desk.rows({ filter: everything, from: 0, count: 1_000 });
    this.seen.push({ rows, tokens: (await this.desk.snapshot()).contextTokens });
    const reply: Message = { id: 'r', role: 'assistant', parts: [{ type: 'text', text: 'Done.' }] };
    await this.#append([
      { type: 'message', message: reply },
      { type: 'call', historyLength, inputTokens, model: 'test-model' },
    ]);
  }

  async #append(entries: readonly JournalEntry[]): Promise<void> {
    this.#length += entries.filter(({ type }) => type === 'message').length;
    await this.desk.append(entries);
  }
}

it('a live session at a call is what it was then, whatever was taken back or went on since', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 14 }), async (script) => {
      const session = new LiveSession();
      await session.start();
      for (const step of script) await session.run(step);
      for (const [call, { rows, tokens }] of session.seen.entries()) {
        const perspective = { kind: 'call', call } as const;
        const page = await session.desk.rows({ filter: everything, from: 0, count: 1_000, perspective });
        expect(page.rows.map(withoutSince)).toEqual(rows);
        const seen = await session.desk.seen({ perspective });
        expect(seen?.facts).toMatchObject({ contextTokens: tokens, callCount: session.seen.length });
        expect(await session.desk.seen({ perspective, known: seen?.version ?? '' })).toBe(null);
      }
    }),
    { numRuns: RUNS },
  );
});

function withoutSince(row: Row): Row {
  if (row.kind !== 'message') return row;
  const { since, ...rest } = row;
  return rest;
}
