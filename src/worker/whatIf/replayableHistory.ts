import type { Message } from '../../engine/message';
import type { ModelPrices } from '../../models/modelPrices';

/** What of a session a replay under other conditions begins with. */
export interface ReplayableHistory {
  readonly messages: readonly Message[];
  /** Length of the history at each call, ascending. */
  readonly callBoundaries: readonly number[];
  /** What stands in the system prompt beside what was recorded, Markdown; empty for nothing. */
  readonly memory: string;
  /** Of the session's model; null where they are not known. */
  readonly prices: ModelPrices | null;
}
