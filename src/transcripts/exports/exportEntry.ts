import type { Fate } from '../../engine/decision';
import type { Message } from '../../engine/message';

/** One message as it is exported: of the history with its fate, or of the context. */
export interface ExportEntry {
  readonly message: Message;
  /** Its index in the history; null for a notice or a repair of the context. */
  readonly index: number | null;
  /** What it is in the context; left out where that is not of interest. */
  readonly fate?: Fate;
}

export interface ExportOptions {
  /** Replace what looks like a secret. On unless the user says otherwise. */
  readonly redactsSecrets: boolean;
}
