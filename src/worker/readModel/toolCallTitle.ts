import type { ToolCallPart } from '../../engine/message';
import { oneLine } from './oneLine';

/** Arguments that say what a call is about, most telling first; names as agents use them. */
const TELLING_ARGUMENTS = [
  'file_path',
  'filePath',
  'notebook_path',
  'relative_workspace_path',
  'target_file',
  'filename',
  'command',
  'cmd',
  'pattern',
  'query',
  'url',
  'regex',
  'glob',
  // Beside a pattern the path only says where it is looked for.
  'path',
  'description',
  'prompt',
  'name',
  'id',
] as const;

/** Arguments longer than this (characters) are not parsed for a title. */
const PARSED_CHARACTERS = 20_000;

/** Of long arguments the start is searched, in characters. */
const SEARCHED_CHARACTERS = 4_000;

const ARGUMENT_CHARACTERS = 120;

/** `Read File src/a.ts`: the tool and its main argument, on one line. */
export function toolCallTitle(call: ToolCallPart): string {
  const argument = mainArgument(call.arguments);
  return argument === null ? oneLine(call.name, ARGUMENT_CHARACTERS) : oneLine(`${call.name} ${argument}`, 160);
}

/** The main argument alone, for a row that shows the tool beside it. */
export function toolCallSubject(call: ToolCallPart): string {
  return mainArgument(call.arguments) ?? '';
}

/** The argument that says what the call is about, on one line, or null where there is none. */
function mainArgument(json: string): string | null {
  const value = json.length <= PARSED_CHARACTERS ? parsedArgument(json) : searchedArgument(json);
  const line = value === null ? '' : oneLine(value, ARGUMENT_CHARACTERS);
  return line === '' ? null : line;
}

function parsedArgument(json: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // A model may write arguments that are no JSON; the title then shows them as they are.
    return json;
  }
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return null;
  const record = value as Readonly<Record<string, unknown>>;
  for (const key of TELLING_ARGUMENTS) {
    const text = textOfArgument(Object.hasOwn(record, key) ? record[key] : undefined);
    if (text !== null) return text;
  }
  return (Object.values(record).find((item) => typeof item === 'string' && item !== '') as string | undefined) ?? null;
}

/** Some agents give a command as a list of words. */
function textOfArgument(value: unknown): string | null {
  if (typeof value === 'string' && value.trim() !== '') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
    return value.join(' ');
  return null;
}

function searchedArgument(json: string): string | null {
  const start = json.slice(0, SEARCHED_CHARACTERS);
  for (const key of TELLING_ARGUMENTS) {
    const found = new RegExp(`"${key}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`, 'u').exec(start)?.[1];
    if (found !== undefined) return JSON.parse(found) as string;
  }
  return null;
}
