/**
 * How providers say that a request does not fit. Nobody documents these texts, so each pattern stands beside an example
 * of what the provider sends. Matching on the text of an error happens here and nowhere else.
 */

/** What an overflow error says of the sizes, in tokens, as far as it says anything. */
export interface OverflowFigures {
  readonly windowTokens?: number;
  readonly inputTokens?: number;
}

interface OverflowText {
  readonly provider: string;
  readonly example: string;
  /** Named groups `window` and `input` hold the figures. */
  readonly pattern: RegExp;
}

/** The order counts: patterns with figures come before those that only recognise. */
export const OVERFLOW_TEXTS: readonly OverflowText[] = [
  {
    provider: 'OpenAI, with functions',
    example:
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9120 tokens (8900 in the messages, 220 in the functions). Please reduce the length of the messages or functions.",
    pattern: /maximum context length is (?<window>[\d,]+) tokens[^]*?resulted in (?<input>[\d,]+) tokens/i,
  },
  {
    provider: 'Azure OpenAI, newer models',
    example:
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 292108 tokens. Please reduce the length of the messages.',
    pattern: /configured limit of (?<window>[\d,]+) tokens[^]*?resulted in (?<input>[\d,]+) tokens/i,
  },
  {
    provider: 'OpenRouter',
    example:
      "This endpoint's maximum context length is 163840 tokens. However, you requested about 171201 tokens (167105 of text input, 4096 in the output). Please reduce the length of either one.",
    pattern: /maximum context length is (?<window>[\d,]+) tokens[^]*?\((?<input>[\d,]+) of text input/i,
  },
  {
    provider: 'DeepSeek',
    example:
      "This model's maximum context length is 131072 tokens. However, you requested 140200 tokens (136104 in the messages, 4096 in the completion). Please reduce the length of the messages or completion.",
    pattern: /maximum context length is (?<window>[\d,]+) tokens[^]*?\((?<input>[\d,]+) in the messages/i,
  },
  {
    provider: 'Azure OpenAI, older models',
    example:
      "This model's maximum context length is 8191 tokens, however you requested 10346 tokens (10341 in your prompt; 5 for the completion). Please reduce your prompt; or completion length.",
    pattern: /maximum context length is (?<window>[\d,]+) tokens[^]*?\((?<input>[\d,]+) in your prompt/i,
  },
  {
    provider: 'vLLM',
    example:
      "'max_tokens' or 'max_completion_tokens' is too large: 2000. This model's maximum context length is 4096 tokens and your request has 2104 input tokens (2000 > 4096 - 2104).",
    pattern: /maximum context length is (?<window>[\d,]+) tokens[^]*?has (?<input>[\d,]+) input tokens/i,
  },
  {
    provider: 'vLLM, engine',
    example: 'The decoder prompt (length 40960) is longer than the maximum model length of 32768.',
    pattern: /prompt \(length (?<input>[\d,]+)\) is longer than the maximum model length of (?<window>[\d,]+)/i,
  },
  {
    provider: 'any server that speaks of a requested number',
    example: "This model's maximum context length is 4096 tokens. However, you requested 4300 tokens.",
    pattern: /maximum context length is (?<window>[\d,]+) tokens[^]*?requested (?:about )?(?<input>[\d,]+) tokens/i,
  },
  {
    provider: 'any server that names its window',
    example: "This model's maximum context length is 128000 tokens.",
    pattern: /maximum context length (?:is|of) (?<window>[\d,]+)/i,
  },
  {
    provider: 'Anthropic',
    example: 'prompt is too long: 213462 tokens > 200000 maximum',
    pattern: /prompt is too long: (?<input>[\d,]+) tokens > (?<window>[\d,]+)/i,
  },
  {
    provider: 'Anthropic, with the output added',
    example:
      'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
    pattern: /exceed context limit: (?<input>[\d,]+) \+ [\d,]+ > (?<window>[\d,]+)/i,
  },
  {
    provider: 'llama.cpp',
    example: 'request (8241 tokens) exceeds the available context size (4096 tokens), try increasing it',
    pattern:
      /request \((?<input>[\d,]+) tokens\) exceeds the available context size(?: \((?<window>[\d,]+) tokens\))?/i,
  },
  {
    provider: 'llama.cpp, older',
    example: 'the request exceeds the available context size, try increasing it',
    pattern: /exceeds the available context size/i,
  },
  {
    provider: 'LM Studio',
    example:
      'Trying to keep the first 5120 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough. Try to load the model with a larger context length, or provide a shorter input.',
    pattern: /keep the first (?<input>[\d,]+) tokens[^]*?context length of only (?<window>[\d,]+) tokens/i,
  },
  {
    provider: 'LM Studio, newer',
    example:
      'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 5120>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input.',
    pattern: /n_keep:? ?\(?(?<input>[\d,]+)\)? ?>= ?n_ctx:? ?\(?(?<window>[\d,]+)/i,
  },
  {
    provider: 'Ollama',
    example: 'the input length exceeds the context length',
    pattern: /input length exceeds (?:the )?(?:maximum )?context length/i,
  },
  {
    provider: 'Ollama, chat',
    example: 'prompt too long; exceeded max context length by 812 tokens',
    pattern: /exceeded max context length/i,
  },
  {
    provider: 'Gemini',
    example: 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048576).',
    pattern:
      /input token count \(?(?<input>[\d,]+)\)? exceeds the maximum number of tokens allowed \(?(?<window>[\d,]+)/i,
  },
  {
    provider: 'Mistral',
    example: 'Prompt contains 40102 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    pattern: /prompt contains (?<input>[\d,]+) tokens[^]*?too large for model with (?<window>[\d,]+)/i,
  },
  {
    provider: 'xAI',
    example: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    pattern: /maximum prompt length is (?<window>[\d,]+) but the request contains (?<input>[\d,]+)/i,
  },
  {
    provider: 'GitHub Copilot',
    example: 'prompt token count of 150212 exceeds the limit of 128000',
    pattern: /prompt token count of (?<input>[\d,]+) exceeds the limit of (?<window>[\d,]+)/i,
  },
  {
    provider: 'Moonshot',
    example: 'Invalid request: Your request exceeded model token limit: 131072 (requested: 140981)',
    pattern: /exceeded model token limit: (?<window>[\d,]+)(?: \(requested: (?<input>[\d,]+)\))?/i,
  },
  {
    provider: 'Cerebras',
    example: 'Please reduce the length of the messages or completion. Current length is 9210 while limit is 8192',
    pattern: /current length is (?<input>[\d,]+) while limit is (?<window>[\d,]+)/i,
  },
  {
    // A request larger than the allowance of a whole minute can never pass, so it counts as too long.
    provider: 'Groq and OpenAI, one request above the tokens per minute',
    example:
      'Request too large for model `m` on tokens per minute (TPM): Limit 6000, Requested 8123, please reduce your message size and try again.',
    pattern: /request too large[^]*?limit:? (?<window>[\d,]+),? requested:? (?<input>[\d,]+)/i,
  },
  {
    provider: 'Text Generation Inference, Together',
    example:
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 32769. Given: 40012 `inputs` tokens and 512 `max_new_tokens`',
    pattern: /must be <= (?<window>[\d,]+)\. Given: (?<input>[\d,]+) `inputs` tokens/i,
  },
  {
    provider: 'Alibaba Model Studio',
    example: 'Range of input length should be [1, 129024]',
    pattern: /range of input length should be \[\d+, ?(?<window>[\d,]+)\]/i,
  },
  {
    provider: 'Groq',
    example: 'Please reduce the length of the messages or completion.',
    pattern: /reduce the length of the (?:messages|prompt|input)/i,
  },
  {
    provider: 'OpenAI, Responses API',
    example: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
    pattern: /exceeds? the (?:model's )?context (?:window|length)/i,
  },
  {
    provider: 'MiniMax',
    example: 'invalid params, context window exceeds limit',
    pattern: /context window exceeds limit/i,
  },
  {
    provider: 'Zhipu',
    example: 'Prompt exceeds max length',
    pattern: /prompt exceeds max(?:imum)? (?:context )?length/i,
  },
  {
    provider: 'Amazon Bedrock',
    example: 'Input is too long for requested model.',
    pattern:
      /input is too long|prompt (?:is )?too long|too many (?:input |total )?tokens in (?:the )?(?:prompt|request)/i,
  },
  {
    provider: 'error codes of OpenAI, llama.cpp and their relatives',
    example: 'context_length_exceeded',
    pattern: /context_length_exceeded|exceed_context_size_error|model_context_window_exceeded|context length exceeded/i,
  },
];

/** Fields some servers send beside the text: llama.cpp's `n_ctx` and `n_prompt_tokens`. */
const FIELD_WINDOW = /"n_ctx"\s*:\s*(\d+)/;
const FIELD_INPUT = /"n_prompt_tokens"\s*:\s*(\d+)/;

function figure(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text.replaceAll(',', ''));
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/**
 * What an error says of the context's size, or null when it is about something else.
 * `text` is the message with the error's code and body, as far as they are known.
 */
export function overflowFigures(text: string): OverflowFigures | null {
  for (const { pattern } of OVERFLOW_TEXTS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const windowTokens = figure(match.groups?.['window']) ?? figure(FIELD_WINDOW.exec(text)?.[1]);
    const inputTokens = figure(match.groups?.['input']) ?? figure(FIELD_INPUT.exec(text)?.[1]);
    return {
      ...(windowTokens === undefined ? {} : { windowTokens }),
      ...(inputTokens === undefined ? {} : { inputTokens }),
    };
  }
  return null;
}
