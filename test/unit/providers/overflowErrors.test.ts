import { describe, expect, it } from 'vitest';
import { OVERFLOW_TEXTS, overflowFigures } from '../../../src/providers/overflowErrors';

describe('overflowFigures', () => {
  for (const { provider, example, pattern } of OVERFLOW_TEXTS) {
    it(`recognises ${provider} and reads the figures its text holds`, () => {
      const figures = overflowFigures(example);
      expect(figures).not.toBeNull();
      const wants = (name: string): boolean =>
        pattern.source.includes(`(?<${name}>`) && pattern.exec(example)?.groups?.[name] !== undefined;
      expect(figures?.windowTokens !== undefined).toBe(wants('window'));
      expect(figures?.inputTokens !== undefined).toBe(wants('input'));
    });
  }

  it.each<[provider: string, window: number | undefined, input: number | undefined]>([
    ['OpenAI, with functions', 8192, 9120],
    ['Azure OpenAI, newer models', 272000, 292108],
    ['OpenRouter', 163840, 167105],
    ['DeepSeek', 131072, 136104],
    ['Azure OpenAI, older models', 8191, 10341],
    ['vLLM', 4096, 2104],
    ['vLLM, newer, and Bedrock for the models it serves with it', 262144, 262145],
    ['vLLM, engine', 32768, 40960],
    ['SGLang', 202752, 170941],
    ['SGLang, input alone', 40960, 61709],
    ['SGLang, memory for less than the context', 59862, 160062],
    ['Anthropic', 200000, 213462],
    ['Anthropic, with the output added', 200000, 188240],
    ['Anthropic, more than 32 MB', undefined, undefined],
    ['Fireworks', 131071, 142019],
    ['llama.cpp', 4096, 8241],
    ['LM Studio', 4096, 5120],
    ['LM Studio, newer', 4096, 5120],
    ['LM Studio, while it answers', 4096, undefined],
    ['Gemini', 1048576, 1196265],
    ['Gemini, without the input', 1048576, undefined],
    ['Vertex AI', 1048576, 1251952],
    ['Mistral', 32768, 40102],
    ['xAI', 131072, 537812],
    ['GitHub Copilot', 128000, 150212],
    ['Moonshot', 131072, 140981],
    ['Cerebras', 8192, 9210],
    ['Bedrock, its interface after OpenAI', 278528, 400007],
    ['Cohere', 132000, undefined],
    ['Cohere, older models', 4081, undefined],
    ['Cohere, with the output added', 2048, 6354],
    ['Groq and OpenAI, one request above the tokens per minute', 6000, 8123],
    ['Text Generation Inference, Together', 32769, 40012],
    ['Text Generation Inference, input alone', 4096, 5022],
    ['Alibaba Model Studio', 129024, undefined],
    ['OpenAI, Responses API', undefined, undefined],
  ])('%s names a window of %s and an input of %s', (name, windowTokens, inputTokens) => {
    const text = OVERFLOW_TEXTS.find(({ provider }) => provider === name)?.example ?? '';
    expect(overflowFigures(text)).toEqual({
      ...(windowTokens === undefined ? {} : { windowTokens }),
      ...(inputTokens === undefined ? {} : { inputTokens }),
    });
  });

  it.each([
    "Your input exceeds the model's context window.",
    "Your input exceeds this model's context window.",
    'ValidationException: The input is too long',
    'Input exceeds the max input token limit',
    'ollama: context length exceeded for llama3',
  ])('recognises another wording: %s', (text) => {
    expect(overflowFigures(text)).not.toBeNull();
  });

  it.each([
    [
      'OpenAI',
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9120 tokens.",
      8192,
      9120,
    ],
    ['OpenRouter takes the input, not input and output', OVERFLOW_TEXTS[2]?.example ?? '', 163840, 167105],
    ['Anthropic', 'prompt is too long: 213462 tokens > 200000 maximum', 200000, 213462],
    [
      'thousands with commas',
      'maximum context length is 8,192 tokens. However, your messages resulted in 9,120 tokens',
      8192,
      9120,
    ],
    [
      'llama.cpp fields',
      'the request exceeds the available context size {"n_prompt_tokens":8241,"n_ctx":4096}',
      4096,
      8241,
    ],
  ])('%s', (_name, text, windowTokens, inputTokens) => {
    expect(overflowFigures(text)).toEqual({ windowTokens, inputTokens });
  });

  it.each([
    'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 25000, Requested 8000.',
    'Too many tokens, please wait before trying again.',
    'max_tokens: must be at most 64000',
    'max_output_tokens (200000) exceeds model maximum output tokens (128000)',
    'The maximum tokens you requested exceeds the model limit of 32768',
    'Too many tokens per minute',
    'The file exceeds the maximum size.',
    'Incorrect API key provided',
    'The context of this request is unclear.',
  ])('leaves other errors alone: %s', (text) => {
    expect(overflowFigures(text)).toBeNull();
  });
});
