import type { ContextLedger } from '../engine/ledger';
import type { EngineSettings } from '../engine/settings';
import type { SessionFacts } from './readModel/overview';
import type { ReadModel } from './readModel/readModel';
import type { ReplayableHistory } from './whatIf/replayableHistory';

/** A session on the desk. */
export interface DeskSession {
  readonly readModel: ReadModel;
  /** The ledger the read model reads. */
  readonly ledger: ContextLedger;
  facts(): SessionFacts;
  /** What was said, for a replay under other conditions. */
  replayable(): ReplayableHistory;
  configure(settings: EngineSettings): Promise<void>;
  setToolSchemas(json: string): Promise<void>;
  /** Resolves once what was given so far shows. */
  settled(): Promise<void>;
  /** Stops what still runs; nothing more is told. */
  close(): void;
}
