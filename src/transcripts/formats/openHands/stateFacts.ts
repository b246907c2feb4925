import type { Usage } from '../../../engine/message';
import { isList, isRecord, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';

export interface RecordedUsage {
  readonly usage: Usage;
  readonly model: string | null;
}

/** What the state of a conversation says of all of it. */
export interface StateFacts {
  readonly model: string | null;
  readonly workspace: string | null;
  /** By the id of the response. */
  readonly usages: ReadonlyMap<string, RecordedUsage>;
}

/** Reads `base_state.json`; nothing of it is needed. Never throws. */
export function stateFacts(state: JsonRecord | null): StateFacts {
  const usages = new Map<string, RecordedUsage>();
  if (state === null) return { model: null, workspace: null, usages };
  const metrics = recordAt(recordAt(state, 'stats') ?? {}, 'usage_to_metrics') ?? {};
  for (const metric of Object.values(metrics)) {
    const list = isRecord(metric) ? metric['token_usages'] : null;
    for (const value of isList(list) ? list : []) {
      const recorded = isRecord(value) ? usageOf(value) : null;
      if (recorded !== null) usages.set(recorded.response, recorded);
    }
  }
  return {
    model: stringAt(recordAt(recordAt(state, 'agent') ?? {}, 'llm') ?? {}, 'model'),
    workspace: stringAt(recordAt(state, 'workspace') ?? {}, 'working_dir'),
    usages,
  };
}

/** One entry of `token_usages`; null where it does not say of which response it is. The prompt includes what was cached. */
export function usageOf(value: JsonRecord): (RecordedUsage & { readonly response: string }) | null {
  const response = stringAt(value, 'response_id') ?? '';
  const [prompt, completion] = [numberAt(value, 'prompt_tokens'), numberAt(value, 'completion_tokens')];
  if (response === '' || prompt === null || completion === null) return null;
  const read = numberAt(value, 'cache_read_tokens') ?? 0;
  // Some backends report what came from the cache apart.
  const inputTokens = read > prompt ? prompt + read : prompt;
  const model = stringAt(value, 'model') ?? '';
  return {
    response,
    model: model === '' ? null : model,
    usage: { inputTokens, cachedInputTokens: read, outputTokens: completion },
  };
}
