import type { Message } from '../message';
import { textOf } from '../message';
import { earlierItems } from './earlierSummary';
import { factsOf } from './factRanking';
import type { IndexedMessage } from './factRanking';
import { sightingsOf } from './factKinds';
import { standsIn } from './facts';
import type { Fact } from './facts';
import type { LiveState } from './liveState';
import type { Section } from './outlineHeadings';
import { oneLine, proseLines, sentencesOf, startOf } from './sentences';
import { typedText } from './typedText';

/** What an outline is made of: pieces of the messages by section, most useful first. */

/** Characters of one user message that are quoted; what was pasted below is behind the pointer. */
const LONGEST_QUOTE = 500;

const SHORTEST_SENTENCE = 25;
const LONGEST_SENTENCE = 260;

/** Words that tell why something was done. */
const REASONING =
  /\b(?:because|instead|approach|decided?|root cause|the (?:issue|problem|fix|reason)|so that|therefore|turns out|porque|en lugar|enfoque|la causa|el problema|decid\w{1,6}|parce que|au lieu|approche|weil|stattdessen|ansatz|em vez|abordagem|perché|invece|approccio)(?!\w)/i;

/** Words that tell what comes next. */
const INTENTION =
  /\b(?:let me|let's|i'll|i will|next|now i|now let|going to|want me to|voy a|ahora|siguiente|a continuación|je vais|maintenant|ensuite|ich werde|als nächstes|jetzt|vou|agora|próximo|adesso|ora)(?!\w)/i;

export interface OutlineItems {
  readonly sections: Readonly<Record<Section, readonly string[]>>;
  /** How many of the first items among the user's messages are orders. */
  readonly orders: number;
}

export interface OutlineSource {
  readonly messages: readonly IndexedMessage[];
  readonly earlierSummary: string | null;
  readonly live: LiveState;
}

export function outlineItems({ messages, earlierSummary, live }: OutlineSource): OutlineItems {
  const earlier = earlierItems(earlierSummary);
  const facts = factsOf(messages, live);
  const typed = messages.map(({ message }) => typedText(message)).filter((text) => text !== '');
  const said = messages
    .filter(({ message }) => message.role === 'assistant')
    .map(({ message }) => sentencesIn(message));
  const newestFirst = said.toReversed().flat();
  const quotes = typed.map(quote);
  const open = live.todos.filter(({ status }) => status !== 'done').map(({ text }) => text);
  const instructions = textsOf(facts, 'instruction');
  const rules = quotes.slice(1).filter((text) => instructions.some((instruction) => text.includes(instruction)));
  const nextStep = nextStepsIn(said, live);
  const boxes = textsOf(facts, 'todo').filter((text) => !open.includes(text));
  const sections = {
    goals: [...earlier.goals, ...quotes.slice(0, 1)],
    concepts: [...conceptsIn(messages), ...earlier.concepts],
    files: [...filesIn(facts, live), ...earlier.files],
    errors: [...errorsWithFixes(messages), ...earlier.errors],
    approach: [
      ...newestFirst.filter((sentence) => isStatement(sentence) && REASONING.test(sentence)),
      ...earlier.approach,
    ],
    // Quoted whole where that is short; what a cut left out of a quote follows alone.
    userMessages: [...rules.toReversed(), ...instructions, ...quotes.slice(1).reverse(), ...earlier.userMessages],
    pending: [...open, ...boxes, ...earlier.pending.filter((item) => !isDone(item, live))],
    progress: [...progressIn(said, live), ...earlier.progress],
    nextStep: nextStep.length > 0 ? nextStep : earlier.nextStep,
  };
  return { sections, orders: rules.length + instructions.length };
}

function textsOf(facts: readonly Fact[], kind: Fact['kind']): string[] {
  return facts.filter((fact) => fact.kind === kind).map((fact) => fact.text);
}

/** On one line, so that no line of it can be taken for a heading later on. */
function quote(typed: string): string {
  // A text of megabytes is not gone through for its beginning.
  const line = oneLine(typed.slice(0, 4 * LONGEST_QUOTE));
  const start = startOf(line, LONGEST_QUOTE);
  return start.length < line.length || typed.length > 4 * LONGEST_QUOTE ? `${start} …` : start;
}

function sentencesIn(message: Message): string[] {
  const sentences: string[] = [];
  for (const line of proseLines(textOf(message))) {
    if (/^[#|>]/.test(line)) continue;
    for (const sentence of sentencesOf(line.replace(/^[-*•]\s+/, ''))) {
      if (sentence.length >= SHORTEST_SENTENCE && sentence.length <= LONGEST_SENTENCE) sentences.push(sentence);
    }
  }
  return sentences;
}

/** A sentence that stands by itself: no heading, no entry of a list that a colon opens, no question. */
function isStatement(sentence: string): boolean {
  return /^[\p{L}`"']/u.test(sentence) && !/[:?]$/.test(sentence);
}

/** Names in code marks, by how many messages they stand in. */
function conceptsIn(messages: readonly IndexedMessage[]): string[] {
  const counts = new Map<string, number>();
  for (const { message } of messages) {
    if (message.role !== 'assistant' && message.role !== 'user') continue;
    const named = new Set<string>();
    for (const [, name] of textOf(message).matchAll(/`([\w.()-]{3,40})`/g)) if (name !== undefined) named.add(name);
    for (const name of named) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

function filesIn(facts: readonly Fact[], live: LiveState): string[] {
  const touched = live.touchedFiles.toReversed();
  const changed = touched.filter(({ action }) => action !== 'read').map(({ path }) => path);
  const named = facts.filter((fact) => fact.kind === 'path' && fact.namedByUser).map((fact) => fact.text);
  return [...new Set([...changed, ...named, ...textsOf(facts, 'path')])].filter((path) => !/\s/.test(path));
}

/** Errors that were printed, newest first, each with what the agent said about it right after. */
function errorsWithFixes(messages: readonly IndexedMessage[]): string[] {
  const items: string[] = [];
  let remark = '';
  for (const { message } of messages.toReversed()) {
    if (message.role === 'assistant') remark = sentencesIn(message)[0] ?? '';
    if (message.role !== 'tool') continue;
    for (const { kind, text, source } of sightingsOf(message)) {
      if (kind !== 'error' || source !== 'output' || !text.includes(' ')) continue;
      items.push(remark === '' ? text : `${text} → ${remark}`);
      remark = '';
    }
  }
  return items;
}

function progressIn(said: readonly (readonly string[])[], live: LiveState): string[] {
  const done = live.todos.filter(({ status }) => status === 'done').map(({ text }) => text);
  const latest = said.toReversed().filter((sentences) => sentences.length > 0);
  const first = (latest[0] ?? []).filter(isStatement).slice(0, 3);
  return [...first, ...done.toReversed(), ...latest.slice(1).flatMap((texts) => texts.filter(isStatement).slice(0, 1))];
}

function nextStepsIn(said: readonly (readonly string[])[], live: LiveState): string[] {
  const started = live.todos.filter(({ status }) => status === 'inProgress').map(({ text }) => text);
  const last = said.findLast((sentences) => sentences.length > 0) ?? [];
  const intended = last.filter((sentence) => INTENTION.test(sentence));
  return [...started, ...(intended.length > 0 ? intended.slice(-1) : last.slice(-1))];
}

function isDone(item: string, live: LiveState): boolean {
  return live.todos.some(({ text, status }) => status === 'done' && standsIn(text, item));
}
