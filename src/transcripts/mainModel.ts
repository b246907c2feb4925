import type { Message } from '../engine/message';
import { RunCounts } from './runCounts';

/** The model most assistant messages came from. */
export function mainModel(messages: readonly Message[]): string | undefined {
  const models = new RunCounts();
  for (const { role, model } of messages) if (role === 'assistant' && model !== undefined) models.add(model);
  const counts = models.all();
  let best: string | undefined;
  for (const [model, count] of counts) if (count > (counts.get(best ?? '') ?? 0)) best = model;
  return best;
}
