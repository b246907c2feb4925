import type { CallStyle, RequestBody, ScriptedCall, ScriptedMessage } from './script';

/** Characters in one streamed piece of text. */
const PIECE = 7;

/** The chunks of a reply in the order the real API sends them. */
export function replyChunks(reply: ScriptedMessage, body: RequestBody): readonly unknown[] {
  const chunks: unknown[] = [delta(body, { role: 'assistant', content: '' })];
  if (reply.reasoning !== undefined) {
    const { field, text } = reply.reasoning;
    for (const piece of pieces(text)) chunks.push(delta(body, { [field]: piece }));
  }
  for (const piece of pieces(reply.text ?? '')) chunks.push(delta(body, { content: piece }));
  const calls = reply.calls ?? [];
  for (const call of callPieces(calls, reply.callStyle ?? 'pieces')) chunks.push(delta(body, { tool_calls: [call] }));
  chunks.push(delta(body, {}, reply.finishReason ?? (calls.length > 0 ? 'tool_calls' : 'stop')));
  if (wantsUsage(body) && reply.usage !== null) {
    const usage = reply.usage ?? {
      prompt_tokens: Math.ceil(JSON.stringify(body.messages).length / 4),
      completion_tokens: 10,
    };
    chunks.push({ ...envelope(body), choices: [], usage });
  }
  return chunks;
}

function delta(body: RequestBody, content: unknown, finishReason: string | null = null): unknown {
  return { ...envelope(body), choices: [{ index: 0, delta: content, logprobs: null, finish_reason: finishReason }] };
}

function envelope(body: RequestBody): Readonly<Record<string, unknown>> {
  return { id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: 1_700_000_000, model: body.model };
}

function wantsUsage(body: RequestBody): boolean {
  const options = body.stream_options;
  return (
    typeof options === 'object' && options !== null && 'include_usage' in options && options.include_usage === true
  );
}

function pieces(text: string): readonly string[] {
  const result: string[] = [];
  for (let start = 0; start < text.length; start += PIECE) result.push(text.slice(start, start + PIECE));
  return result;
}

function callPieces(calls: readonly ScriptedCall[], style: CallStyle): readonly unknown[] {
  const byCall = calls.map((call, index) => piecesOfCall(call, index, style));
  if (style !== 'interleaved') return byCall.flat();
  const longest = Math.max(0, ...byCall.map((list) => list.length));
  return Array.from({ length: longest }, (_, turn) => byCall.flatMap((list) => list.slice(turn, turn + 1))).flat();
}

function piecesOfCall(
  { id, name, arguments: text }: ScriptedCall,
  index: number,
  style: CallStyle,
): readonly unknown[] {
  const parts = pieces(text);
  switch (style) {
    case 'pieces':
    case 'interleaved':
      return [head(id, name, index), ...parts.map((part) => ({ index, function: { arguments: part } }))];
    case 'sameIndex':
      return [head(id, name, 0), ...parts.map((part) => ({ index: 0, function: { arguments: part } }))];
    case 'piecesWithoutIndex':
      return [head(id, name), ...parts.map((part) => ({ function: { arguments: part } }))];
    case 'repeated':
      return parts.map((part) => ({ index, id, type: 'function', function: { name, arguments: part } }));
    case 'whole':
      return [{ index, id, type: 'function', function: { name, arguments: text } }];
    case 'wholeWithoutIndex':
      return [{ id, type: 'function', function: { name, arguments: text } }];
    case 'objectWithoutId':
      return [{ function: { name, arguments: JSON.parse(text) as unknown } }];
  }
}

function head(id: string, name: string, index?: number): unknown {
  return { ...(index === undefined ? {} : { index }), id, type: 'function', function: { name, arguments: '' } };
}
