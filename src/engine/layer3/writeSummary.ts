import type { SummaryFault, SummaryLevel, SummaryReport, SummaryTry } from '../decision';
import type { Usage } from '../message';
import type { MessageCounter } from '../messageCounter';
import { chunksOf } from './chunks';
import { conversationPiece, joinPieces, longestPiece, pieceLength } from './conversationText';
import type { ConversationPiece } from './conversationText';
import { summaryFault, summaryTextOf } from './guard';
import { languageName } from './language';
import { outlineOf } from './outline';
import { conversationBlock, customRequest, mergeInstructions, partBlock, summaryInstructions } from './prompts';
import type { IndexedMessage } from './factRanking';
import type { SummaryPlan } from './summaryPlan';
import { SummarizerFailure } from './summarizer';
import type { Summarizer, SummaryReply, SummaryRequest } from './summarizer';

export interface WritingOptions {
  readonly counter: MessageCounter;
  /** Characters above which the text is split, and into how many parts at most. */
  readonly chunkCharacters: number;
  readonly maximumChunks: number;
  /** The user's own prompt; empty for Strata's. */
  readonly customPrompt: string;
  /** Gives the whole up. */
  readonly signal: AbortSignal;
  /** Does without the model from here on: what is written so far is kept, the rest becomes an outline. */
  readonly skip: AbortSignal;
  /** Told after each request. */
  readonly onProgress: (done: number, total: number) => void;
}

/** A summary's text and how it came about. */
export interface WrittenSummary extends Omit<SummaryReport, 'facts'> {
  /** Empty for the bare notice. */
  readonly text: string;
}

/** A message longer than this share of a chunk is left out at the second try. */
const OVERSIZED_SHARE = 0.25;

/** Share of the summarizer's window that the text may take: the rest is for instructions, answer and miscounting. */
const SUMMARIZER_TEXT_SHARE = 0.7;

/** Of one summary's budget, what each chunk may answer before the parts are merged. */
const CHUNK_ANSWER_SHARE = 0.6;

/** Tokens a reasoning model may think before it answers. */
const THINKING_TOKENS = 8_000;

/** Words of English prose in a token, with some room: what is told to a model, which cannot count tokens. */
const WORDS_PER_TOKEN = 0.6;

/** Characters kept of what the provider said. */
const LONGEST_DETAIL = 400;

/** Trying again would end the same way. */
const HOPELESS: ReadonlySet<SummaryFault> = new Set(['authentication', 'rateLimit', 'cancelled']);

/**
 * ④ and, where it fails, ⑤: the whole by a model; without oversized messages; the chunks that succeeded and an outline of
 * the rest; the bare notice. Ends with one of these whatever the summarizer does; throws only when `signal` is aborted.
 */
export async function writeSummary(
  plan: SummaryPlan,
  summarizer: Summarizer,
  options: WritingOptions,
): Promise<WrittenSummary> {
  const run = new SummaryRun(plan, summarizer, options);
  const whole = await run.attempt('full', run.pieces, []);
  if (whole !== null) return run.written('full', whole, []);
  const oversized = oversizedPieces(run.pieces, options);
  if (oversized.length > 0 && !run.isHopeless) {
    const indexes = oversized.map(({ index }) => index);
    const shortened = run.pieces.map((piece) => (oversized.includes(piece) ? leftOut(piece) : piece));
    const rest = await run.attempt('withoutOversized', shortened, indexes);
    if (rest !== null) return run.written('withoutOversized', rest, indexes);
  }
  return run.outlined();
}

/** The summary without any model: used where there is none. */
export function writeOutline(plan: SummaryPlan, counter: MessageCounter): WrittenSummary {
  const text = outlineWithin(plan, plan.fresh, plan.earlierSummary, plan.budgetTokens - plan.factsTokens, counter);
  const level = text === '' ? 'notice' : 'outline';
  return { text, level, faults: [], model: null, chunks: 0, oversized: [], usage: null };
}

/** What one chunk came to. */
type ChunkResult = { readonly text: string } | ChunkFault;

type ChunkFault = Omit<SummaryTry, 'level'>;

class SummaryRun {
  /** What is to be summarized, as a summarizer reads it. */
  readonly pieces: readonly ConversationPiece[];
  readonly #faults: SummaryTry[] = [];
  /** The chunks of the try in which most succeeded, and what they came to. */
  #chunks: readonly (readonly ConversationPiece[])[] = [];
  #results: readonly ChunkResult[] = [];
  /** Messages left out of that try, by index. */
  #oversized: readonly number[] = [];
  #usage: Usage | null = null;
  #done = 0;
  #total = 0;

  constructor(
    private readonly plan: SummaryPlan,
    private readonly summarizer: Summarizer,
    private readonly options: WritingOptions,
  ) {
    this.pieces = plan.fresh.map(({ message, index }) => conversationPiece(message, index));
  }

  get isHopeless(): boolean {
    return this.#faults.some(({ fault }) => HOPELESS.has(fault));
  }

  /** One try at a level; null where it failed, with the fault noted. */
  async attempt(
    level: SummaryLevel,
    pieces: readonly ConversationPiece[],
    oversized: readonly number[],
  ): Promise<string | null> {
    const chunks = chunksOf(this.#withEarlier(pieces), this.options);
    this.#total += chunks.length + (chunks.length > 1 ? 1 : 0);
    const results = await Promise.all(chunks.map((chunk, position) => this.#chunk(chunk, position, chunks.length)));
    this.#keepBetter(chunks, results, oversized);
    const faults = results.flatMap((result) => ('fault' in result ? [result] : []));
    const texts = results.flatMap((result) => ('text' in result ? [result.text] : []));
    const [fault] = faults;
    const [only] = texts;
    if (fault !== undefined) return this.#fail(level, fault);
    if (texts.length === 1 && only !== undefined) return only;
    const merged = await this.#ask({
      instructions: mergeInstructions(languageName(this.plan.language), wordsOf(this.#answerTokens)),
      text: texts.map((text, position) => partBlock(text, position + 1)).join('\n'),
      maxOutputTokens: this.#outputTokens(this.#answerTokens),
    });
    return 'text' in merged ? merged.text : this.#fail(level, merged);
  }

  written(level: SummaryLevel, text: string, oversized: readonly number[]): WrittenSummary {
    const chunks = this.#chunks.length;
    return { text, level, faults: this.#faults, model: this.summarizer.model, chunks, oversized, usage: this.#usage };
  }

  /** Levels 2 and 3: what the chunks that succeeded say, where there is room for it, else an outline of the whole. */
  outlined(): WrittenSummary {
    const { counter } = this.options;
    const mixed = this.#mixed();
    if (mixed !== '' && counter.countText(mixed) <= this.plan.roomTokens) {
      return this.written('outline', mixed, this.#oversized);
    }
    const outline = outlineWithin(this.plan, this.plan.fresh, this.plan.earlierSummary, this.#answerTokens, counter);
    const isUseful = outline !== '' && counter.countText(outline) < this.plan.replacedTokens;
    return { ...this.written(isUseful ? 'outline' : 'notice', isUseful ? outline : '', []), model: null };
  }

  /** The chunks that succeeded, with an outline of each of the others between them; empty where none did. */
  #mixed(): string {
    const { plan, options } = this;
    if (!this.#results.some((result) => 'text' in result)) return '';
    const share = Math.floor(this.#answerTokens / this.#chunks.length);
    const parts = this.#chunks.map((chunk, position) => {
      const result = this.#results[position];
      if (result !== undefined && 'text' in result) return result.text;
      const indexes = new Set(chunk.map(({ index }) => index));
      const messages = plan.fresh.filter(({ index }) => indexes.has(index));
      const earlier = position === 0 ? plan.earlierSummary : null;
      return outlineWithin(plan, messages, earlier, share, options.counter);
    });
    return parts.filter((part) => part !== '').join('\n\n');
  }

  /** A later try may fare worse than an earlier one; what a model wrote is kept. */
  #keepBetter(
    chunks: readonly (readonly ConversationPiece[])[],
    results: readonly ChunkResult[],
    oversized: readonly number[],
  ): void {
    const succeeded = (list: readonly ChunkResult[]): number => list.filter((result) => 'text' in result).length;
    if (this.#results.length > 0 && succeeded(results) < succeeded(this.#results)) return;
    this.#chunks = chunks;
    this.#results = results;
    this.#oversized = oversized;
  }

  get #answerTokens(): number {
    return Math.max(1, this.plan.budgetTokens - this.plan.factsTokens);
  }

  #withEarlier(pieces: readonly ConversationPiece[]): readonly ConversationPiece[] {
    const { earlierSummary } = this.plan;
    if (earlierSummary === null) return pieces;
    return [{ index: -1, heading: 'Earlier summary', text: earlierSummary }, ...pieces];
  }

  async #chunk(chunk: readonly ConversationPiece[], position: number, chunks: number): Promise<ChunkResult> {
    const { plan, options } = this;
    const text = joinPieces(chunk, longestPiece(chunk, this.#capacity()));
    const share = chunks === 1 ? 1 : CHUNK_ANSWER_SHARE;
    const answerTokens = Math.max(1, Math.floor(this.#answerTokens * share));
    const maxOutputTokens = this.#outputTokens(answerTokens);
    if (options.customPrompt !== '') {
      return this.#ask({ instructions: '', text: customRequest(options.customPrompt, text), maxOutputTokens });
    }
    const part = { chunk: position + 1, chunks, words: wordsOf(answerTokens) };
    const instructions = summaryInstructions(languageName(plan.language), part);
    return this.#ask({ instructions, text: conversationBlock(text), maxOutputTokens });
  }

  /** The answer, and what a reasoning model thinks before it: a limit that leaves no room for that gives no answer. */
  #outputTokens(answerTokens: number): number {
    const most = Math.floor(this.summarizer.windowTokens * (1 - SUMMARIZER_TEXT_SHARE));
    return Math.max(1, Math.min(answerTokens + THINKING_TOKENS, most));
  }

  /** Characters of a chunk that the summarizer's own window takes, by the tokens these very messages have. */
  #capacity(): number {
    const characters = this.pieces.reduce((sum, piece) => sum + pieceLength(piece), 0);
    const perToken = characters / Math.max(1, this.plan.freshTokens);
    const room = this.summarizer.windowTokens * SUMMARIZER_TEXT_SHARE - this.#answerTokens;
    // More than four characters a token would be trusting an estimate that images and reasoning distort.
    return Math.max(1_000, Math.floor(room * Math.min(4, Math.max(0.5, perToken))));
  }

  async #ask(request: SummaryRequest): Promise<ChunkResult> {
    const { signal, skip, onProgress, counter } = this.options;
    signal.throwIfAborted();
    if (isAborted(skip)) return { fault: 'cancelled' };
    try {
      const reply = await this.summarizer.summarize(request, AbortSignal.any([signal, skip]));
      this.#addUsage(reply);
      const text = summaryTextOf(reply);
      const hasSections = this.options.customPrompt === '';
      const fault = summaryFault(reply, counter.countText(text), { ...this.plan, hasSections });
      return fault === null ? { text } : { fault };
    } catch (error) {
      signal.throwIfAborted();
      if (isAborted(skip)) return { fault: 'cancelled' };
      // Whatever went wrong, the context must not suffer from it.
      return error instanceof SummarizerFailure ? faultOf(error) : { fault: 'server' };
    } finally {
      this.#done += 1;
      onProgress(this.#done, Math.max(this.#done, this.#total));
    }
  }

  #fail(level: SummaryLevel, fault: ChunkFault): null {
    this.#faults.push({ level, ...fault });
    return null;
  }

  #addUsage({ usage }: SummaryReply): void {
    if (usage === undefined) return;
    const before = this.#usage ?? { inputTokens: 0, outputTokens: 0 };
    const cached = [before.cachedInputTokens, usage.cachedInputTokens].filter((tokens) => tokens !== undefined);
    this.#usage = {
      inputTokens: before.inputTokens + usage.inputTokens,
      outputTokens: before.outputTokens + usage.outputTokens,
      ...(cached.length === 0 ? {} : { cachedInputTokens: cached.reduce((sum, tokens) => sum + tokens, 0) }),
    };
  }
}

/** In one line, as it is shown and kept with the decision. */
function faultOf({ reason, detail }: SummarizerFailure): ChunkFault {
  const line = detail
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_DETAIL)
    .toWellFormed();
  return line === '' ? { fault: reason } : { fault: reason, detail: line };
}

/** Asked anew each time: it may change while a request is under way. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** How long an answer of so many tokens is, in round words. */
function wordsOf(tokens: number): number {
  return Math.max(50, Math.floor((tokens * WORDS_PER_TOKEN) / 50) * 50);
}

function outlineWithin(
  plan: SummaryPlan,
  messages: readonly IndexedMessage[],
  earlierSummary: string | null,
  budgetTokens: number,
  counter: MessageCounter,
): string {
  if (budgetTokens <= 0) return '';
  return outlineOf({
    messages,
    earlierSummary,
    live: plan.live,
    language: plan.language,
    budgetTokens,
    countText: (text) => counter.countText(text),
  });
}

function oversizedPieces(
  pieces: readonly ConversationPiece[],
  { chunkCharacters }: WritingOptions,
): ConversationPiece[] {
  return pieces.filter((piece) => piece.text.length > chunkCharacters * OVERSIZED_SHARE);
}

function leftOut(piece: ConversationPiece): ConversationPiece {
  return { ...piece, text: `[left out for its size: ${piece.text.length} characters]` };
}
