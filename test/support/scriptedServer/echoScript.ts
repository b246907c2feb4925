import { contextOverflow, rateLimited, say, serverError, wrongKey } from './replies';
import type { RecordedRequest, ScriptedReply } from './script';

/**
 * The script for trying things by hand. A user message may name what should come: `overflow`, `unauthorized`,
 * `rate limit`, `server error`, `hang`, or a tool with its arguments as JSON: `read_file {"path":"a.txt"}`, one a line.
 */
export function echoScript(request: RecordedRequest, number: number): ScriptedReply {
  const last = request.body.messages?.at(-1);
  const text = typeof last?.content === 'string' ? last.content : '';
  if (last?.role === 'tool') return say(`The tool answered with ${text.length} characters.`);
  const calls = [...text.matchAll(/^(?<name>[a-z_]+) (?<json>\{.*\})$/gm)].map((match, position) => ({
    id: `call_${number}_${position}`,
    name: match.groups?.['name'] ?? '',
    arguments: match.groups?.['json'] ?? '{}',
  }));
  if (calls.length > 0) return { kind: 'message', calls };
  switch (text.trim().toLowerCase()) {
    case 'overflow':
      return contextOverflow(8_000, 9_000);
    case 'unauthorized':
      return wrongKey('sk-scripted');
    case 'rate limit':
      return rateLimited(1);
    case 'server error':
      return serverError();
    case 'hang':
      return { kind: 'hang' };
    default:
      return say(`You said: ${text}`);
  }
}
