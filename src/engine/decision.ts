import type { SummarizerFailureReason } from './layer3/summarizer';
import type { Usage } from './message';
import type { EngineSettingKey } from './settings';

/**
 * A decision is what the engine does to the context: journaled before it takes effect, undone by taking it out of the
 * list. Messages are named by their index in the history, which is append-only, so an index never changes its meaning.
 */

/** The five strategies: ① ② ③ ④ ⑤. */
export type Strategy = 'truncate' | 'compact' | 'prune' | 'summarizeFull' | 'summarizePartial';

export type Layer = 1 | 2 | 3;

/** What a message is in the context now. */
export type Fate = 'kept' | 'truncated' | 'compacted' | 'pruned' | 'summarized';

export const FATES: readonly Fate[] = ['kept', 'truncated', 'compacted', 'pruned', 'summarized'];

/** How a number of tokens was got: the provider's usage, a tokenizer, or characters times a ratio. */
export type CountMethod = 'reported' | 'counted' | 'estimated';

export type TriggerReason =
  /** A threshold was passed before a call. */
  | 'threshold'
  /** The provider refused the call because the context was too long. */
  | 'overflow'
  /** The user asked for it. */
  | 'command'
  /** The thresholds left more than the input limit, so what is protected only by habit had to give way. */
  | 'fit'
  /** The threshold of proactive compression was passed. */
  | 'proactive';

export interface Trigger {
  readonly reason: TriggerReason;
  /** The setting that says how far: the threshold's or the target's, without the `strata.` prefix. */
  readonly setting: EngineSettingKey;
  /** Tokens measured when the strategy fired. */
  readonly measuredTokens: number;
  /** Tokens above which it fires; for a command, an overflow and what has to fit, tokens it is to come down to. */
  readonly thresholdTokens: number;
}

/** What another agent did, as its file records it. */
export interface RecordedTrigger {
  readonly reason: 'recorded';
  /** The file's own words for it, e.g. `compact, auto`. */
  readonly words: string;
  /** Tokens of the input as Strata measures it. */
  readonly measuredTokens: number;
  /** Tokens of the context before and after as the file reports them; null where it does not. */
  readonly reportedBefore: number | null;
  readonly reportedAfter: number | null;
}

interface EditBase {
  /** Index of the message in the history. */
  readonly index: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** A tool result cut in the middle or at the end: head and tail of its text stay, `notice` stands between or after. */
export interface CutEdit extends EditBase {
  readonly kind: 'cut';
  /** Characters (UTF-16 units) kept from the start and from the end of the result's text. */
  readonly headCharacters: number;
  readonly tailCharacters: number;
  readonly notice: string;
  /** Ends the result; the marker the specification names. */
  readonly marker: string;
  readonly pointer: string | null;
}

/** A tool result whose whole content gave way to `text`. */
export interface ReplaceEdit extends EditBase {
  readonly kind: 'replace';
  readonly text: string;
  readonly pointers: readonly string[];
}

/** A tool call whose large string arguments gave way to pointers; the call stays valid JSON. */
export interface ArgumentsEdit extends EditBase {
  readonly kind: 'arguments';
  /** Position of the call among the message's parts. */
  readonly part: number;
  readonly arguments: string;
  readonly pointer: string;
}

export type MessageEdit = CutEdit | ReplaceEdit | ArgumentsEdit;

/** Messages taken out of the context whole; one notice, or one summary, stands for all that are out. */
export interface Removal {
  /** Indexes of the messages, ascending; those an earlier summary stands for already are not named again. */
  readonly indexes: readonly number[];
  /** The summary that stands for them and for what earlier ones stood for; null where the bare notice does. */
  readonly summary: string | null;
  /** The archive file with what was removed. */
  readonly pointer: string | null;
  /** Facts of what is out, as text beside the bare notice; a summary brings its own. */
  readonly facts?: string;
  /**
   * For what another agent removed, where no notice of ours stands for it: the message of the history that does, by index;
   * null where nothing does.
   */
  readonly standIn?: number | null;
}

/** How far a summary had to step down: ④, then ⑤ levels 1 to 3. */
export type SummaryLevel = 'full' | 'withoutOversized' | 'outline' | 'notice';

/** What was wrong with a summary, or why there was none. */
export type SummaryFault =
  | 'empty'
  | 'thinkingOnly'
  | 'refusal'
  | 'errorText'
  | 'toolCall'
  | 'cutOff'
  | 'unstructured'
  | 'notSmaller'
  | 'cancelled'
  | SummarizerFailureReason;

/** A level that was tried in vain. */
export interface SummaryTry {
  readonly level: SummaryLevel;
  readonly fault: SummaryFault;
  /** What the provider said of it, in one line, where it said anything. */
  readonly detail?: string;
}

/** How a summary came about and what of the originals stands in it. */
export interface SummaryReport {
  readonly level: SummaryLevel;
  /** Levels that were tried before, and what was wrong. */
  readonly faults: readonly SummaryTry[];
  /** Null where no model had a part in it. */
  readonly model: string | null;
  readonly chunks: number;
  /** Messages left out for their size, by index. */
  readonly oversized: readonly number[];
  /** The survival check, in facts: found in what is replaced; in the summary; added to it as a list; behind pointers. */
  readonly facts: {
    readonly found: number;
    readonly inSummary: number;
    readonly listed: number;
    readonly reachable: number;
  };
  /** What the summary's own calls cost, where the provider said so. */
  readonly usage: Usage | null;
}

/** What a decision does to the provider's prompt cache. */
export interface CacheEffect {
  /** Tokens that the next call reads anew because the prefix changed before them. */
  readonly rereadTokens: number;
  /** Tokens that each later call saves. */
  readonly savedTokens: number;
}

export interface Decision {
  readonly id: string;
  readonly strategy: Strategy;
  readonly layer: Layer;
  readonly trigger: Trigger | RecordedTrigger;
  /** Length of the history when the decision was taken: it never touches a later message. */
  readonly historyLength: number;
  /** Tokens of the whole input before and after this decision. */
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly counted: CountMethod;
  readonly edits: readonly MessageEdit[];
  readonly removal: Removal | null;
  /** For ④ and ⑤. */
  readonly summary?: SummaryReport;
  readonly cache?: CacheEffect;
  /** Milliseconds since the epoch, added by whoever journals the decision; the engine has no clock. */
  readonly takenAt?: number;
}

/** What becomes of the messages a removal takes out: they are summarized where anything says what they said. */
export function fateOfRemoved({ summary, standIn }: Removal): Fate {
  return summary === null && typeof standIn !== 'number' ? 'pruned' : 'summarized';
}

/** The indexes a decision touches, ascending and without repeats. */
export function touchedIndexes(decision: Decision): readonly number[] {
  const indexes = new Set(decision.edits.map((edit) => edit.index));
  for (const index of decision.removal?.indexes ?? []) indexes.add(index);
  return [...indexes].sort((a, b) => a - b);
}
