import { exportItems, type ExportSource } from '../transcripts/exports/exportItems';
import { ExportJob } from './exportJob';
import type { ExportWish } from './api';
import { historyAtCall, type CallSource } from './historyAtCall';
import { decisionTitle } from './readModel/decisionTitle';

/**
 * Begins the export of a session as it is now, or as it was at a call.
 *
 * @throws WorkerError `badParameters` when there was no such call
 */
export async function exportSession(
  source: CallSource,
  { format, scope, call, personal }: ExportWish,
): Promise<ExportJob> {
  const ledger = call === null ? source.session.ledger : (await historyAtCall(source, call)).ledger;
  const { title, format: readFrom, model, limits } = source.session.facts();
  const exported: ExportSource = {
    facts: { title, format: readFrom, model, call: call === null ? null : call + 1, window: limits.window },
    ledger,
    transcript: source.transcript,
    journal: source.journal(),
    describe: (decision) => decisionTitle(decision, limits),
  };
  return new ExportJob(exportItems(exported, format, scope), format, personal);
}
