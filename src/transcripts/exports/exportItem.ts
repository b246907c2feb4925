import type { Fate } from '../../engine/decision';
import type { Message } from '../../engine/message';

/** What is exported, item by item, in the order in which it is written. Plain data: secrets are masked in it. */
export type ExportItem =
  /** Comes first, once. */
  | { readonly type: 'session'; readonly facts: ExportFacts }
  /** The messages that follow are the history's or a context's; the file may hold both. */
  | { readonly type: 'section'; readonly scope: 'history' | 'context'; readonly isOnly: boolean }
  | { readonly type: 'message'; readonly entry: ExportEntry }
  /** Stands before the first message that came after it was taken. */
  | { readonly type: 'decision'; readonly decision: ExportedDecision }
  /** One line of Strata's own format. */
  | { readonly type: 'record'; readonly record: unknown };

/** Of the session as a whole. */
export interface ExportFacts {
  readonly title: string;
  /** Id of the format it was read from; `strata` for a session of ours. */
  readonly format: string;
  /** Empty where it is not known. */
  readonly model: string;
  /** Number of the model call it is shown at, from 1; null for its end. */
  readonly call: number | null;
  /** Tokens. */
  readonly window: number;
  readonly originalTokens: number;
  readonly contextTokens: number;
  /** Messages by what became of them. */
  readonly fates: Readonly<Record<Fate, number>>;
}

/** One message as it is exported: of the history with its fate, or of the context. */
export interface ExportEntry {
  readonly message: Message;
  /** Its index in the history; null for a notice or a repair of the context. */
  readonly index: number | null;
  /** What it is in the context; left out where that is not of interest. */
  readonly fate?: Fate;
  /** Tokens of the original and of what stands in the context. */
  readonly tokens?: { readonly original: number; readonly context: number };
  /** What the model reads in its place, where that is something else. */
  readonly shown?: Message;
}

export interface ExportedDecision {
  /** One sentence: what was done and why. */
  readonly title: string;
  /** The summary or the facts that stand for what is out; null for none. */
  readonly text: string | null;
}

export type ExportFormat = 'markdown' | 'html' | 'strata' | 'openai' | 'anthropic';

export const EXPORT_FORMATS: readonly ExportFormat[] = ['markdown', 'html', 'strata', 'openai', 'anthropic'];

/** How the names of files of each format end. */
export const EXPORT_EXTENSIONS: Readonly<Record<ExportFormat, string>> = {
  markdown: 'md',
  html: 'html',
  strata: 'strata.jsonl',
  openai: 'jsonl',
  anthropic: 'json',
};

export type ExportScope = 'history' | 'context' | 'both';

export const EXPORT_SCOPES: readonly ExportScope[] = ['history', 'context', 'both'];
