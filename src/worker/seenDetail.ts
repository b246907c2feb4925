import { renderMessage } from '../engine/render';
import type { DecisionDetail, MessageDetail } from '../protocol/inspectorDetail';
import type { Looking } from '../protocol/perspective';
import { t } from '../l10n/text';
import type { SeenSession } from './perspectives';
import { decisionDetail, messageDetail } from './readModel/detail';
import { WorkerError } from './workerError';

/**
 * @param clipCharacters of each text at most
 * @throws WorkerError `badParameters` where there is no such message, or was none yet
 */
export function seenMessage(
  { readModel, ledger }: SeenSession,
  { index, clipCharacters, perspective }: Looking & { readonly index: number; readonly clipCharacters: number },
): Omit<MessageDetail, 'revision'> {
  if (index >= ledger.length) {
    const words =
      perspective?.kind === 'call'
        ? t('Message {0} came after call {1}.', index, perspective.call + 1)
        : t('There is no message {0}.', index);
    throw new WorkerError('badParameters', words);
  }
  const rendered = renderMessage(ledger, index);
  const usage = readModel.usage.ofMessage(index);
  return { ...messageDetail(index, readModel.source, rendered, clipCharacters), usage };
}

/**
 * @param clipCharacters of its text at most
 * @throws WorkerError `badParameters` where there is no such decision any more, or was none yet
 */
export function seenDecision(
  { readModel }: SeenSession,
  { id, clipCharacters, perspective }: Looking & { readonly id: string; readonly clipCharacters: number },
): Omit<DecisionDetail, 'revision'> {
  const detail = decisionDetail(id, readModel.source, clipCharacters);
  if (detail === null) {
    const words =
      perspective?.kind === 'call'
        ? t('The decision was taken after call {0}.', perspective.call + 1)
        : t('There is no such decision any more.');
    throw new WorkerError('badParameters', words);
  }
  return { ...detail, usage: readModel.usage.ofDecision(id) };
}
