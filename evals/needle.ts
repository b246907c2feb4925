import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { loadCounter } from '../src/cli/modelCounter';
import { engineSettings } from '../src/config/engineSettings';
import { validateSettings } from '../src/config/validateSettings';
import type { ArchiveEntry } from '../src/engine/archive';
import { factsListsIn } from '../src/engine/layer3/factsList';
import { ContextLedger } from '../src/engine/ledger';
import { MemoryArchive } from '../src/engine/memoryArchive';
import type { Message } from '../src/engine/message';
import type { MessageCounter } from '../src/engine/messageCounter';
import { renderContext } from '../src/engine/render';
import { replayCalls } from '../src/engine/replay';
import { limitsFor } from '../src/engine/settings';
import { readTranscript } from '../src/transcripts/registry';
import type { Transcript } from '../src/transcripts/transcript';
import { corpusFiles } from '../test/support/corpus';
import { needlesIn, openTodosIn, ordersIn, randomNumbers, sampleOf, textsIn } from './factSampler';
import type { Needle } from './factSampler';

/**
 * The needle test: real sessions in windows of a tenth, a fifth and a quarter of their size. Of the messages that the engine
 * took out or shortened, facts are drawn by chance; each has to stand in the last context or be found by following
 * pointers from it.
 */

const WINDOW_SHARES = [0.1, 0.2, 0.25] as const;
const SAMPLE = 200;
const SEED = 20_260_305;

/** Smaller windows hold hardly more than their first message: they are run and told, but not part of the sums. */
const SMALLEST_WINDOW = 2_000;

const BARS = { verbatim: 0.4, reachable: 1, orders: 1, factsShare: 0.06 } as const;

const POINTER = /[0-9a-f]{16}\.[a-z]+/g;

interface Score {
  readonly found: number;
  readonly of: number;
}

interface Result {
  readonly name: string;
  readonly window: number;
  readonly contextTokens: number;
  readonly noticeShare: number;
  readonly factsShare: number;
  readonly replaced: number;
  readonly facts: number;
  /** Of facts drawn from all there are, each once. */
  readonly verbatim: Score;
  /** Of facts drawn by message: what stands in many messages is drawn more often. */
  readonly verbatimByMessage: Score;
  readonly reachable: Score;
  readonly orders: Score;
  readonly byKind: ReadonlyMap<string, Score>;
  /** What cannot be found any more, and what was ordered and does not stand in the context. */
  readonly lost: readonly string[];
  readonly missingOrders: readonly string[];
}

function engineRun(transcript: Transcript, window: number, counter: MessageCounter) {
  const ledger = new ContextLedger(counter);
  const archive = new MemoryArchive((content) => createHash('sha256').update(content, 'utf16le').digest('hex'));
  let decisions = 0;
  const { settings } = validateSettings({});
  const options = {
    settings: engineSettings(settings),
    limits: limitsFor(window, settings['tokens.reserve']),
    archive,
    nextDecisionId: () => `decision-${String((decisions += 1))}`,
  };
  const { messages, callBoundaries } = transcript;
  let hasRoom = true;
  for (const { tooLarge } of replayCalls({ messages, callBoundaries, ledger, options })) hasRoom = tooLarge === null;
  return { ledger, archive: archive.entries, hasRoom };
}

function reachableText(context: string, archive: ReadonlyMap<string, ArchiveEntry>): string {
  const seen = new Set<string>();
  const texts = [context];
  for (let position = 0; position < texts.length; position += 1) {
    for (const [pointer] of texts[position]?.matchAll(POINTER) ?? []) {
      const entry = archive.get(pointer);
      if (entry === undefined || seen.has(pointer)) continue;
      seen.add(pointer);
      if ('text' in entry.content) texts.push(entry.content.text);
    }
  }
  return texts.join('\n');
}

function scoreOf(texts: readonly string[], within: string): Score {
  return { found: texts.filter((text) => stands(text, within)).length, of: texts.length };
}

/** A text stands also where it is part of a call's arguments, in their JSON. */
function stands(text: string, within: string): boolean {
  return within.includes(text) || within.includes(JSON.stringify(text).slice(1, -1));
}

function evaluate(name: string, transcript: Transcript, window: number, counter: MessageCounter): Result | null {
  const { ledger, archive, hasRoom } = engineRun(transcript, window, counter);
  if (!hasRoom) return null;
  const replaced: Message[] = [];
  for (let index = 0; index < ledger.length; index += 1) {
    if (ledger.state(index).fate !== 'kept') replaced.push(ledger.message(index));
  }
  const context = renderContext(ledger)
    .flatMap(({ message }) => textsIn(message))
    .join('\n');
  const readable = reachableText(context, archive);
  const random = randomNumbers(SEED);
  const perMessage = replaced.map(needlesIn).filter((needles) => needles.length > 0);
  const unique = [...new Map(perMessage.flat().map((needle) => [`${needle.kind} ${needle.text}`, needle])).values()];
  const drawn = sampleOf(unique, SAMPLE, random);
  const drawnByMessage = Array.from({ length: perMessage.length === 0 ? 0 : SAMPLE }, () => {
    const needles = perMessage[Math.floor(random() * perMessage.length)] ?? [];
    return needles[Math.floor(random() * needles.length)];
  }).filter((needle): needle is Needle => needle !== undefined);
  const texts = drawn.map(({ text }) => text);
  const orders = [...new Set([...replaced.flatMap(ordersIn), ...openTodosIn(transcript.messages)])];
  const notice = ledger.notice?.text ?? '';
  return {
    name,
    window,
    contextTokens: ledger.totalTokens,
    noticeShare: (ledger.notice?.tokens ?? 0) / window,
    factsShare: factsTokens(notice, counter) / window,
    replaced: replaced.length,
    facts: unique.length,
    verbatim: scoreOf(texts, context),
    verbatimByMessage: scoreOf(
      drawnByMessage.map(({ text }) => text),
      context,
    ),
    reachable: scoreOf(texts, readable),
    orders: scoreOf(orders, context),
    missingOrders: orders.filter((order) => !stands(order, context)),
    byKind: new Map(
      ['path', 'command', 'error', 'number'].map((kind) => [
        kind,
        scoreOf(
          drawn.filter((needle) => needle.kind === kind).map(({ text }) => text),
          context,
        ),
      ]),
    ),
    lost: texts.filter((text) => !stands(text, readable)),
  };
}

/** Tokens of all lists of facts in the notice: one may stand in the summary, one beside it. */
function factsTokens(notice: string, counter: MessageCounter): number {
  return factsListsIn(notice).reduce((tokens, list) => tokens + counter.countText(list), 0);
}

function sum(scores: readonly Score[]): Score {
  return scores.reduce((total, { found, of }) => ({ found: total.found + found, of: total.of + of }), {
    found: 0,
    of: 0,
  });
}

function percent({ found, of }: Score): string {
  return of === 0 ? '–' : `${((100 * found) / of).toFixed(1)} %`;
}

function meetsBar(name: string, value: number, bar: number, isMost = false): boolean {
  const isMet = isMost ? value <= bar : value >= bar;
  console.log(`${isMet ? 'ok  ' : 'MISS'} ${name}: ${(100 * value).toFixed(1)} % (bar ${(100 * bar).toFixed(0)} %)`);
  return isMet;
}

function shareOf({ found, of }: Score): number {
  return of === 0 ? 1 : found / of;
}

export async function main(): Promise<number> {
  const counter = await loadCounter('');
  const results: Result[] = [];
  console.log(
    'session | window | context | notice | facts list | replaced | facts | verbatim | by message | reachable | orders',
  );
  for (const file of corpusFiles('claude-code', 'openai-chat')) {
    const transcript = await readTranscript(file);
    const total = transcript.messages.reduce((tokens, message) => tokens + counter.countMessage(message), 0);
    const name = join(basename(dirname(file)), basename(file)).slice(-40);
    for (const share of WINDOW_SHARES) {
      const window = Math.floor(total * share);
      const result = evaluate(name, transcript, window, counter);
      if (result === null) {
        console.log(`${name} | ${String(window)} | what must stay is larger than the window`);
        continue;
      }
      results.push(result);
      const { contextTokens, noticeShare, factsShare, replaced, facts } = result;
      const shares = [noticeShare, factsShare].map((value) => `${(100 * value).toFixed(1)} %`).join(' | ');
      const scores = [result.verbatim, result.verbatimByMessage, result.reachable, result.orders]
        .map(percent)
        .join(' | ');
      console.log(
        `${name} | ${String(window)} | ${String(contextTokens)} | ${shares} | ${String(replaced)} | ${String(facts)} | ${scores}`,
      );
      for (const text of result.lost.slice(0, 5)) console.log(`  lost: ${text}`);
      for (const text of result.missingOrders) console.log(`  not in the context: ${text}`);
    }
  }
  if (results.length === 0) return 0;
  const counted = results.filter(({ window }) => window >= SMALLEST_WINDOW);
  for (const kind of ['path', 'command', 'error', 'number']) {
    console.log(`${kind}: ${percent(sum(counted.map(({ byKind }) => byKind.get(kind) ?? { found: 0, of: 0 })))}`);
  }
  console.log(`by message: ${percent(sum(counted.map(({ verbatimByMessage }) => verbatimByMessage)))}`);
  const largest = Math.max(...counted.map(({ factsShare }) => factsShare));
  const met = [
    meetsBar('facts verbatim in the context', shareOf(sum(counted.map(({ verbatim }) => verbatim))), BARS.verbatim),
    meetsBar(
      'facts in the context or behind pointers',
      shareOf(sum(results.map(({ reachable }) => reachable))),
      BARS.reachable,
    ),
    meetsBar('standing instructions and open todos', shareOf(sum(results.map(({ orders }) => orders))), BARS.orders),
    meetsBar('largest list of facts, share of the window', largest, BARS.factsShare, true),
  ];
  return met.every(Boolean) ? 0 : 1;
}
