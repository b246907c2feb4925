/** Programs by what their requests say of themselves; the first match holds. */
const CLIENTS: readonly (readonly [RegExp, string])[] = [
  [/claude-(cli|code)/i, 'Claude Code'],
  [/codex/i, 'Codex'],
  [/aider/i, 'aider'],
  [/cline/i, 'Cline'],
  [/roo-?code/i, 'Roo Code'],
  [/kilo-?code/i, 'Kilo Code'],
  [/opencode/i, 'opencode'],
  [/goose/i, 'goose'],
  [/gemini-?cli/i, 'Gemini CLI'],
  [/litellm/i, 'LiteLLM'],
  [/langchain/i, 'LangChain'],
  [/^ai-sdk|ai\/\d/i, 'AI SDK'],
  [/^OpenAI\/(\w+)/i, 'OpenAI SDK'],
  [/^Anthropic\/(\w+)/i, 'Anthropic SDK'],
];

const LONGEST_NAME = 40;

/** The name of the program that sent a request, from its user agent. */
export function clientName(userAgent: string): string {
  const known = CLIENTS.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (known !== undefined) return known;
  const name = userAgent.split(/[/\s(]/, 1)[0]?.replaceAll(/[^\w.-]/g, '') ?? '';
  return name === '' ? 'unknown client' : name.slice(0, LONGEST_NAME);
}
