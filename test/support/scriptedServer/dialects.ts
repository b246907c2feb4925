import { replyChunks } from './chunks';
import type { CallStyle, Dialect, RequestBody, ScriptedMessage, ScriptedUsage } from './script';

/** How servers differ in what they stream for the same reply; written after what they really send. */
interface DialectFacts {
  /** Before the first chunk, as it stands on the wire. */
  readonly opening?: string;
  /** Between two chunks: comments that keep the connection open. */
  readonly between?: string;
  readonly callStyle: CallStyle;
  /** The field reasoning comes in; null where the server has none. */
  readonly reasoning: 'reasoning_content' | 'reasoning' | 'both' | null;
  /** Where usage stands: in a last chunk without choices, or in the chunk with the reason of the end. */
  readonly usage: 'apart' | 'withFinish';
  /** Fields every chunk has besides. */
  readonly more?: Readonly<Record<string, unknown>>;
  readonly lineEnd?: '\r\n';
}

const AZURE_OPENING = {
  choices: [],
  created: 0,
  id: '',
  model: '',
  object: '',
  prompt_filter_results: [{ prompt_index: 0, content_filter_results: { hate: { filtered: false, severity: 'safe' } } }],
};

const FACTS: Readonly<Record<Dialect, DialectFacts>> = {
  openai: {
    callStyle: 'pieces',
    reasoning: null,
    usage: 'apart',
    more: { service_tier: 'default', system_fingerprint: null, obfuscation: 'x7Qd' },
  },
  azure: {
    opening: `data: ${JSON.stringify(AZURE_OPENING)}\n\n`,
    callStyle: 'pieces',
    reasoning: null,
    usage: 'apart',
    more: { system_fingerprint: 'fp_ee1d74bde0' },
  },
  anthropic: { callStyle: 'pieces', reasoning: null, usage: 'apart' },
  deepSeek: { between: ': keep-alive\n\n', callStyle: 'pieces', reasoning: 'reasoning_content', usage: 'withFinish' },
  openRouter: {
    opening: ': OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n',
    callStyle: 'interleaved',
    reasoning: 'both',
    usage: 'withFinish',
    more: { provider: 'DeepInfra' },
  },
  ollama: { callStyle: 'whole', reasoning: 'reasoning', usage: 'apart', more: { system_fingerprint: 'fp_ollama' } },
  lmStudio: { callStyle: 'pieces', reasoning: 'reasoning_content', usage: 'apart' },
  vllm: { callStyle: 'repeated', reasoning: 'reasoning', usage: 'apart', lineEnd: '\r\n' },
  llamaCpp: { callStyle: 'piecesWithoutIndex', reasoning: 'reasoning_content', usage: 'withFinish' },
};

export const DIALECTS = Object.keys(FACTS) as readonly Dialect[];

interface Chunk {
  readonly choices: readonly { readonly delta: Readonly<Record<string, unknown>>; readonly finish_reason: unknown }[];
  readonly usage?: ScriptedUsage;
}

/** The whole body of a streamed reply, byte for byte as it goes over the wire. */
export function replyWire(reply: ScriptedMessage, body: RequestBody): string {
  const facts = reply.dialect === undefined ? null : FACTS[reply.dialect];
  if (facts === null) return eventsOf(replyChunks(reply, body), '');
  const { callStyle, reasoning, more, opening = '', between = '', lineEnd } = facts;
  const field = reasoning === 'both' ? 'reasoning' : reasoning;
  const spoken: ScriptedMessage = {
    ...reply,
    callStyle: reply.callStyle ?? callStyle,
    ...(reply.reasoning === undefined || field === null ? {} : { reasoning: { field, text: reply.reasoning.text } }),
  };
  // Typed as `unknown` over there, as this server also sends what is no chunk.
  let chunks = replyChunks(spoken, body) as readonly Chunk[];
  if (facts.usage === 'withFinish') chunks = usageAtTheEnd(chunks);
  if (reasoning === 'both') chunks = chunks.map(withDetails);
  const wire =
    opening +
    eventsOf(
      chunks.map((chunk) => ({ ...chunk, ...more })),
      between,
    );
  return lineEnd === undefined ? wire : wire.replaceAll('\n', lineEnd);
}

function eventsOf(chunks: readonly unknown[], between: string): string {
  return `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join(between)}data: [DONE]\n\n`;
}

function usageAtTheEnd(chunks: readonly Chunk[]): readonly Chunk[] {
  const last = chunks.at(-1);
  const finish = chunks.at(-2);
  if (last?.usage === undefined || finish === undefined) return chunks;
  return [...chunks.slice(0, -2), { ...finish, usage: last.usage }];
}

/** OpenRouter sends reasoning a second time, in parts. */
function withDetails(chunk: Chunk): Chunk {
  const choices = chunk.choices.map((choice) => {
    const { reasoning } = choice.delta;
    if (reasoning === undefined) return choice;
    const details = [{ type: 'reasoning.text', text: reasoning, format: 'unknown', index: 0 }];
    return { ...choice, delta: { ...choice.delta, reasoning_details: details } };
  });
  return { ...chunk, choices };
}
