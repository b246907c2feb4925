import { createHash } from 'node:crypto';
import type { ContextTooLargeError } from '../engine/contextTooLarge';
import { ContextLedger } from '../engine/ledger';
import { MemoryArchive } from '../engine/memoryArchive';
import type { MessageCounter } from '../engine/messageCounter';
import { replayCalls } from '../engine/replay';
import type { ContextLimits, EngineSettings } from '../engine/settings';
import type { Transcript } from '../transcripts/transcript';
import { contextMessages, ContextWriter } from './contextWriter';
import { reportDecision, type CallReport } from './replayReport';

export interface ReplayRun {
  readonly ledger: ContextLedger;
  readonly archive: MemoryArchive;
  readonly calls: readonly CallReport[];
  /** Of the pass at the end. */
  readonly tooLarge: ContextTooLargeError | null;
}

/**
 * The engine over a transcript: the state at its end, and what was decided before each call.
 *
 * @param onCall told after each pass, with the context of that call as JSON of OpenAI chat messages; the text is made only
 *   when asked for
 */
export function replaySession(
  transcript: Transcript,
  settings: EngineSettings,
  limits: ContextLimits,
  counter: MessageCounter,
  onCall: (contextJson: () => string) => void = () => undefined,
): ReplayRun {
  const ledger = new ContextLedger(counter);
  // UTF-16, so that texts that differ in half a surrogate pair only do not share a pointer.
  const archive = new MemoryArchive((content) => createHash('sha256').update(content, 'utf16le').digest('hex'));
  let decisionCount = 0;
  const writer = new ContextWriter();
  const calls: CallReport[] = [];
  let tooLarge: ContextTooLargeError | null = null;
  const options = {
    settings,
    limits,
    archive,
    nextDecisionId: () => `decision-${String((decisionCount += 1))}`,
  };
  const { messages, callBoundaries } = transcript;
  for (const pass of replayCalls({ messages, callBoundaries, ledger, options })) {
    const { call, historyLength, inputTokensBefore, inputTokensAfter, decisions } = pass;
    ({ tooLarge } = pass);
    calls.push({
      call,
      historyLength,
      inputTokensBefore,
      inputTokensAfter,
      decisions: decisions.map(reportDecision),
      tooLarge: tooLarge?.message ?? null,
    });
    onCall(() => writer.write(ledger));
  }
  return { ledger, archive, calls, tooLarge };
}

/** The context as JSON of OpenAI chat messages. */
export function contextJson(ledger: ContextLedger, indentation?: number): string {
  return JSON.stringify(contextMessages(ledger), null, indentation);
}
