import { toOpenAiMessages } from '../../engine/openAiMessages';
import { redactValue } from './redactSecrets';
import type { ExportEntry, ExportOptions } from './exportEntry';

/** OpenAI chat messages, one a line. Reasoning goes along, as the file is for people and tools, not for a request. */
export function openAiJsonl(
  entries: readonly Pick<ExportEntry, 'message'>[],
  options: ExportOptions = { redactsSecrets: true },
): string {
  const messages = toOpenAiMessages(
    entries.map(({ message }) => message),
    { includesReasoning: true },
  );
  const lines = messages.map((message) => JSON.stringify(options.redactsSecrets ? redactValue(message) : message));
  return lines.map((line) => `${line}\n`).join('');
}
