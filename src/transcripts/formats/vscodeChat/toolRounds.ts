import type { Part } from '../../../engine/message';
import { isList, isRecord, jsonText, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import { mediaKind, mediaPart } from '../../../wire/mediaPart';
import type { RequestBuilder, ToolAnswer } from './requestBuilder';
import { isInvocation, isShownOnly, markdownOf, thinkingText, toolAnswer } from './responseParts';
import { promptText } from './promptText';

/**
 * Adds the replies of a request from its rounds: what the model said and called each time, which is exact where the
 * response is only what was shown of it. Returns the kinds of response parts left out, or null where there are no rounds.
 */
export function addRounds(
  builder: RequestBuilder,
  metadata: JsonRecord,
  response: readonly unknown[],
): readonly string[] | null {
  const rounds = listOf(metadata['toolCallRounds']).filter(isRecord);
  if (rounds.length === 0) return null;
  const answers = new Answers(metadata, rounds, response);
  const summaries = summariesOf(metadata, rounds);
  const own = new Set(rounds.map((round) => stringAt(round, 'id') ?? ''));
  for (const [round, summary] of summaries) if (!own.has(round)) addSummary(builder, round, summary);
  const said: string[] = [];
  let thought = '';
  for (const round of rounds) {
    const thinking = thinkingOf(round['thinking']);
    thought += thinking.map((part) => (part.type === 'thinking' ? part.text : '')).join('');
    for (const part of thinking) builder.say(part);
    const text = joined(round['response']);
    said.push(text);
    if (text !== '') builder.say({ type: 'text', text });
    for (const call of listOf(round['toolCalls'])) if (isRecord(call)) addCall(builder, call, answers);
    const id = stringAt(round, 'id') ?? '';
    builder.endRound(id);
    const summary = summaries.get(id);
    if (summary !== undefined) addSummary(builder, id, summary);
  }
  return addShown(builder, response, said.join('\n'), thought);
}

function addCall(builder: RequestBuilder, call: JsonRecord, answers: Answers): void {
  const id = stringAt(call, 'id') ?? `${builder.id}:call-${String(answers.asked)}`;
  const given = call['arguments'];
  const text = typeof given === 'string' ? given : jsonText(given ?? {});
  builder.call({ type: 'toolCall', id, name: stringAt(call, 'name') ?? 'unknown', arguments: text }, answers.take(id));
}

/** Results by the ids of their calls; where only what was shown of them is left, by their order. */
class Answers {
  asked = 0;
  private readonly results: JsonRecord;
  private readonly shown: readonly JsonRecord[];

  constructor(metadata: JsonRecord, rounds: readonly JsonRecord[], response: readonly unknown[]) {
    this.results = recordAt(metadata, 'toolCallResults') ?? {};
    const calls = rounds.reduce((count, round) => count + listOf(round['toolCalls']).length, 0);
    const shown = response.filter(isRecord).filter(isInvocation);
    this.shown = shown.length === calls ? shown : [];
  }

  take(id: string): ToolAnswer | null {
    const shown = this.shown[this.asked];
    this.asked += 1;
    const result = Object.hasOwn(this.results, id) ? this.results[id] : undefined;
    if (isRecord(result))
      return { parts: listOf(result['content']).map(resultPart), isError: result['isError'] === true };
    return shown === undefined ? null : toolAnswer(shown);
  }
}

function resultPart(part: unknown): Part {
  if (!isRecord(part)) return { type: 'raw', kind: 'unreadable', json: jsonText(part) };
  const { value } = part;
  if (typeof value === 'string') return { type: 'text', text: value };
  const mediaType = stringAt(part, 'mimeType');
  const data = stringAt(part, 'data');
  if (mediaType !== null && data !== null) return mediaPart(mediaKind(mediaType), mediaType, data);
  const text = promptText(value);
  return text === null ? { type: 'raw', kind: 'tool_result', json: jsonText(part) } : { type: 'text', text };
}

function thinkingOf(value: unknown): readonly Part[] {
  return (isList(value) ? value : [value]).filter(isRecord).flatMap((thinking): readonly Part[] => {
    const text = joined(thinking['text']);
    const encrypted = stringAt(thinking, 'encrypted') ?? '';
    if (encrypted !== '') return [{ type: 'thinking', text, redacted: encrypted }];
    return text === '' ? [] : [{ type: 'thinking', text }];
  });
}

type Summary = JsonRecord & { readonly text: string };

function summariesOf(metadata: JsonRecord, rounds: readonly JsonRecord[]): ReadonlyMap<string, Summary> {
  const found = new Map<string, Summary>();
  for (const round of rounds) {
    const text = stringAt(round, 'summary') ?? '';
    if (text !== '') found.set(stringAt(round, 'id') ?? '', { text });
  }
  for (const summary of [metadata['summary'], ...listOf(metadata['summaries'])]) {
    if (!isRecord(summary)) continue;
    const [round, text] = [stringAt(summary, 'toolCallRoundId'), stringAt(summary, 'text')];
    if (round !== null && text !== null) found.set(round, { ...summary, text });
  }
  return found;
}

function addSummary(builder: RequestBuilder, round: string, summary: Summary): void {
  const tokensBefore = numberAt(summary, 'contextLengthBefore');
  const trigger = stringAt(summary, 'source');
  builder.summarize(summary.text, {
    round,
    ...(tokensBefore === null ? {} : { tokensBefore }),
    ...(trigger === null ? {} : { trigger }),
  });
}

/** Adds what was shown and stands in no round, as the last words of a reply that was stopped. */
function addShown(
  builder: RequestBuilder,
  response: readonly unknown[],
  said: string,
  thought: string,
): readonly string[] {
  const leftOut: string[] = [];
  for (const part of response) {
    const text = markdownOf(part);
    if (text !== null) {
      // Fences around edits are VS Code's own.
      if (text.replace(/[`\s]/g, '') !== '' && !said.includes(text.trim())) builder.say({ type: 'text', text });
      continue;
    }
    if (!isRecord(part) || isInvocation(part) || isShownOnly(part)) continue;
    if (part['kind'] === 'thinking') {
      const thinking = thinkingText(part);
      if (thinking !== '' && !thought.includes(thinking)) builder.say({ type: 'thinking', text: thinking });
    } else leftOut.push(stringAt(part, 'kind') ?? 'unknown');
  }
  return leftOut;
}

function listOf(value: unknown): readonly unknown[] {
  return isList(value) ? value : [];
}

function joined(value: unknown): string {
  if (typeof value === 'string') return value;
  return listOf(value)
    .filter((text) => typeof text === 'string')
    .join('');
}
