import type { Message } from '../engine/message';

/** The model most assistant messages came from. */
export function mainModel(messages: readonly Message[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { role, model } of messages) {
    if (role === 'assistant' && model !== undefined) counts.set(model, (counts.get(model) ?? 0) + 1);
  }
  let best: string | undefined;
  for (const [model, count] of counts) if (count > (counts.get(best ?? '') ?? 0)) best = model;
  return best;
}
