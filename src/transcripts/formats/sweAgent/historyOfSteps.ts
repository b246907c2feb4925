import { isList, isRecord, stringAt, type JsonRecord } from '../../../wire/jsonValue';

/**
 * A history for a file that has only steps: what the first step was given, then each reply and what came of it. Steps
 * without an input leave what was asked unknown.
 */
export function historyOfSteps(steps: readonly unknown[]): readonly unknown[] {
  const records = steps.filter(isRecord);
  const history: unknown[] = [...(inputOf(records[0]) ?? [])];
  for (const step of records) {
    const response = stringAt(step, 'response') ?? '';
    const action = stringAt(step, 'action') ?? '';
    history.push({ role: 'assistant', content: response === '' ? action : response });
    const observation = stringAt(step, 'observation') ?? '';
    if (observation !== '') history.push({ role: 'user', content: observation });
  }
  return history;
}

/** What the model was given for a step, where the file says. */
export function inputOf(step: JsonRecord | undefined): readonly JsonRecord[] | null {
  const query = step?.['query'];
  return isList(query) ? asInput(query) : null;
}

/** What the model would be given next, as files before `query` have it with each step. */
export function nextInputOf(step: JsonRecord | undefined): readonly JsonRecord[] | null {
  const messages = step?.['messages'];
  return isList(messages) ? asInput(messages) : null;
}

/** Steps that asked no model hold one empty item. */
function asInput(list: readonly unknown[]): readonly JsonRecord[] | null {
  const items = list.filter(isRecord);
  return items.length > 0 && items.every((item) => typeof item['role'] === 'string') ? items : null;
}
