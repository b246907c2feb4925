import type { SummaryModel } from './modelSummarizer';
import type { ChatProvider } from '../providers/chatProvider';

/** The model a session talks to and the room it has. */
export interface ModelConnection {
  readonly provider: ChatProvider;
  readonly model: string;
  /** Tokens. */
  readonly window: number;
  /** Tokens kept free for the reply. */
  readonly reserve: number;
  /** Tokens; left out where the provider's own limit will do. */
  readonly maxOutputTokens?: number;
  /** Who writes summaries; null where no model can be asked. */
  readonly summaryModel: SummaryModel | null;
}
