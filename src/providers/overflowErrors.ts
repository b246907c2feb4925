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
    provider: 'vLLM, newer, and Bedrock for the models it serves with it',
    example:
      "This model's maximum context length is 262144 tokens. However, you requested 0 output tokens and your prompt contains at least 262145 input tokens, for a total of at least 262145 tokens. Please reduce the length of the input prompt or the number of requested output tokens. (parameter=input_tokens, value=262145)",
    pattern:
      /maximum context length is (?<window>[\d,]+) tokens[^]*?prompt contains (?:at least )?(?<input>[\d,]+) input tokens/i,
  },
  {
    provider: 'SGLang',
    example:
      "Requested token count exceeds the model's maximum context length of 202752 tokens. You requested a total of 202941 tokens: 170941 tokens from the input messages and 32000 tokens for the completion. Please reduce the number of tokens in the input messages or the completion to fit within the limit.",
    pattern:
      /maximum context length of (?<window>[\d,]+) tokens[^]*?: (?<input>[\d,]+) tokens from the input messages/i,
  },
  {
    provider: 'SGLang, input alone',
    example: "The input (61709 tokens) is longer than the model's context length (40960 tokens).",
    pattern: /input \((?<input>[\d,]+) tokens\) is longer than the model's context length \((?<window>[\d,]+) tokens/i,
  },
  {
    provider: 'SGLang, memory for less than the context',
    example: 'Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).',
    pattern: /input length \((?<input>[\d,]+) tokens\) exceeds the maximum allowed length \((?<window>[\d,]+) tokens/i,
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
    provider: 'Fireworks',
    example: 'The prompt is too long: 142019, model maximum context length: 131071',
    pattern: /prompt is too long: (?<input>[\d,]+), model maximum context length: (?<window>[\d,]+)/i,
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
    provider: 'LM Studio, without figures',
    example: 'The number of tokens to keep from the initial prompt is greater than the context length.',
    pattern: /initial prompt is greater than the context length/i,
  },
  {
    provider: 'LM Studio, while it answers',
    example:
      'Reached context length of 4096 tokens, but this model does not currently support mid-generation overflow.',
    pattern: /reached context length of (?<window>[\d,]+)(?: tokens)?/i,
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
    provider: 'Gemini, without the input',
    example: 'The input token count exceeds the maximum number of tokens allowed 1048576.',
    pattern: /input token count exceeds the maximum number of tokens allowed \(?(?<window>[\d,]+)/i,
  },
  {
    provider: 'Vertex AI',
    example:
      'Unable to submit request because the input token count is 1251952 but model only supports up to 1048576. Reduce the input token count and try again.',
    pattern: /input token count is (?<input>[\d,]+) but (?:the )?model only supports up to (?<window>[\d,]+)/i,
  },
  {
    provider: 'Bedrock, its interface after OpenAI',
    example: 'prompt tokens (400007) exceed model maximum (278528) for openai.gpt-5.5',
    pattern: /prompt tokens \((?<input>[\d,]+)\) exceeds? (?:customer )?model maximum \((?<window>[\d,]+)\)/i,
  },
  {
    provider: 'Cohere',
    example:
      'too many tokens: size limit exceeded by 19296 tokens. Try using shorter or fewer inputs. The limit for this model is 132000 tokens.',
    pattern: /too many tokens: size limit exceeded[^]*?limit for this model is (?<window>[\d,]+) tokens/i,
  },
  {
    provider: 'Cohere, older models',
    example: 'Too many tokens: the total number of tokens in the prompt exceeds the limit of 4081.',
    pattern: /too many tokens: the total number of tokens in the prompt exceeds the limit of (?<window>[\d,]+)/i,
  },
  {
    provider: 'Cohere, with the output added',
    example:
      'too many tokens: total number of tokens (prompt and prediction) cannot exceed 2048 - received 6354. Try using a shorter prompt or a smaller max_tokens value.',
    pattern:
      /total number of tokens \(prompt and prediction\) cannot exceed (?<window>[\d,]+) - received (?<input>[\d,]+)/i,
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
    provider: 'Text Generation Inference, input alone',
    example: 'Input validation error: `inputs` must have less than 4096 tokens. Given: 5022',
    pattern: /`inputs` must have less than (?<window>[\d,]+) tokens\. Given: (?<input>[\d,]+)/i,
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
    pattern: /exceeds? (?:the|this) (?:model's )?context (?:window|length)/i,
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
    provider: 'Perplexity',
    example: 'The total length of all messages is too long.',
    pattern: /length of all messages is too long/i,
  },
  {
    provider: 'Amazon Bedrock, Nova',
    example:
      'Input Tokens Exceeded: Number of input tokens exceeds maximum length. Please update the input to try again.',
    pattern: /number of input tokens exceeds maximum length|input exceeds the max(?:imum)? input token limit/i,
  },
  {
    provider: 'a server behind the interface of OpenAI',
    example: 'tokens in request more than max tokens allowed',
    pattern: /tokens in request more than max tokens allowed/i,
  },
  {
    // The limit is one of bytes, but what is left out to meet a limit of tokens is left out of these, too.
    provider: 'Anthropic, more than 32 MB',
    example: 'request_too_large: Request exceeds the maximum size',
    pattern: /request_too_large|request exceeds the maximum size/i,
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
