import type { Decision } from '../../engine/decision';
import type { JournalEntry } from '../../engine/journal';
import { ContextLedger } from '../../engine/ledger';
import type { Message } from '../../engine/message';
import { renderContext, renderMessage, type ContextEntry } from '../../engine/render';
import type { Transcript } from '../transcript';
import { transcriptRecord } from '../transcriptRecord';
import type { ExportEntry, ExportFacts, ExportFormat, ExportItem, ExportScope } from './exportItem';

export interface ExportSource {
  readonly facts: Omit<ExportFacts, 'originalTokens' | 'contextTokens' | 'fates'>;
  /** History and context as they are to be shown. */
  readonly ledger: ContextLedger;
  /** What was read; null for a session that is still going on, which is its journal. */
  readonly transcript: Transcript | null;
  readonly journal: readonly JournalEntry[];
  /** One sentence on a decision. */
  readonly describe: (decision: Decision) => string;
}

/** What is written of a session, as it is now: what comes to the session later changes nothing. */
export function exportItems(source: ExportSource, format: ExportFormat, scope: ExportScope): readonly ExportItem[] {
  return format === 'strata'
    ? records(source, scope).map((record): ExportItem => ({ type: 'record', record }))
    : [{ type: 'session', facts: factsOf(source) }, ...sections(source, format, scope)];
}

function factsOf({ facts, ledger }: ExportSource): ExportFacts {
  const { originalTokens, totalTokens, fates } = ledger;
  return { ...facts, originalTokens, contextTokens: totalTokens, fates: { ...fates } };
}

/** The journal holds history and context both; a context alone is a session that holds its messages. */
function records(source: ExportSource, scope: ExportScope): readonly object[] {
  const { transcript, journal, facts, ledger } = source;
  if (scope !== 'context') {
    if (transcript === null) return journal;
    const own = transcript.journal ?? transcript.messages.map((message) => ({ type: 'message', message }));
    const replayed = transcript.journal === undefined ? ledger.decisions : [];
    return [transcriptRecord(transcript), ...own, ...replayed.map((decision) => ({ type: 'replayed', decision }))];
  }
  const messages = renderContext(ledger).map(({ message }) => message);
  const context = {
    format: facts.format,
    title: facts.title,
    messages,
    callBoundaries: [],
    problems: [],
    ...(facts.model === '' ? {} : { model: facts.model }),
  };
  return [transcriptRecord(context), ...messages.map((message) => ({ type: 'message', message }))];
}

function sections(source: ExportSource, format: ExportFormat, scope: ExportScope): ExportItem[] {
  const items: ExportItem[] = [];
  const isOnly = scope !== 'both';
  if (scope !== 'context') {
    items.push({ type: 'section', scope: 'history', isOnly });
    const isValid = format === 'anthropic';
    // Not `push(...)`: a long session has more items than a call takes arguments.
    for (const item of isValid ? requestItems(source) : historyItems(source)) items.push(item);
  }
  if (scope !== 'history') {
    items.push({ type: 'section', scope: 'context', isOnly });
    for (const entry of renderContext(source.ledger)) items.push(messageItem(entry));
  }
  return items;
}

/** Every message with its fate, and the decisions between them. */
function* historyItems({ ledger, describe }: ExportSource): Generator<ExportItem> {
  const decisions = [...ledger.decisions].sort((a, b) => a.historyLength - b.historyLength);
  let next = 0;
  for (let index = 0; index <= ledger.length; index++) {
    for (; (decisions[next]?.historyLength ?? Infinity) <= index; next++) {
      const decision = decisions[next];
      if (decision !== undefined)
        yield { type: 'decision', decision: { title: describe(decision), text: textOf(decision) } };
    }
    if (index < ledger.length) yield { type: 'message', entry: historyEntry(ledger, index) };
  }
}

function textOf({ removal }: Decision): string | null {
  const text = removal?.summary ?? removal?.facts ?? '';
  return text === '' ? null : text;
}

function historyEntry(ledger: ContextLedger, index: number): ExportEntry {
  const { fate, pinned, tokensOriginal, tokensInContext } = ledger.state(index);
  const message: Message = pinned ? { ...ledger.message(index), pinned } : ledger.message(index);
  const shown = fate === 'truncated' || fate === 'compacted' ? renderMessage(ledger, index) : null;
  const tokens = { original: tokensOriginal, context: tokensInContext };
  return { message, index, fate, tokens, ...(shown === null ? {} : { shown }) };
}

/** The history as the request it would be if nothing were compressed. */
function* requestItems({ ledger }: ExportSource): Generator<ExportItem> {
  const whole = new ContextLedger(ledger.counter);
  for (let index = 0; index < ledger.length; index++) whole.append(ledger.message(index));
  for (const entry of renderContext(whole)) yield messageItem(entry);
}

function messageItem({ message, index }: ContextEntry): ExportItem {
  return { type: 'message', entry: { message, index } };
}
