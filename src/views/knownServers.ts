/** A server to choose by name. */
export interface KnownServer {
  readonly name: string;
  /** Where `<…>` stands, a person has to put something of their own. */
  readonly baseUrl: string;
}

/** Base URLs as the providers' documentation gives them; local ones with the ports they listen on by default. */
export const KNOWN_SERVERS: readonly KnownServer[] = [
  { name: 'OpenAI', baseUrl: 'https://api.openai.com/v1' },
  { name: 'Anthropic', baseUrl: 'https://api.anthropic.com/v1' },
  { name: 'Azure OpenAI', baseUrl: 'https://<resource>.openai.azure.com/openai/v1' },
  { name: 'DeepSeek', baseUrl: 'https://api.deepseek.com/v1' },
  { name: 'OpenRouter', baseUrl: 'https://openrouter.ai/api/v1' },
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
];
