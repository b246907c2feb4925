import { Buffer } from 'node:buffer';
import { open } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isList, isRecord, stringAt, type JsonRecord } from '../../wire/jsonValue';
import { titleFrom } from '../sessionTitle';
import { parseJsonPrefix } from './jsonPrefix';

/** Bytes read of a session: instructions of a harness may fill tens of thousands before the first word of a person. */
const HEAD_BYTES = 131_072;

/** Steps into a record on the way to what was typed. */
const MOST_STEPS = 6;

/** What the start of a session says of it; a guess for a list, as the whole file is read only when it is opened. */
export interface SessionHead {
  readonly title: string | null;
  /** Absolute path of the folder the agent worked in. */
  readonly workspace: string | null;
}

/** @throws Error of the file system */
export async function readSessionHead(path: string): Promise<SessionHead> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    return sessionHead(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await file.close();
  }
}

/** @param text the start of a session's file, cut anywhere */
export function sessionHead(text: string): SessionHead {
  const records = recordsOf(text.replace(/^\uFEFF/, '').replaceAll('\0', ''));
  return { title: givenTitle(records) ?? firstTyped(records, 0), workspace: workspaceIn(text) };
}

function recordsOf(text: string): readonly unknown[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const isLines = lines.length > 1 && parseJson(lines[0] ?? '') !== undefined;
  if (!isLines) return [parseJsonPrefix(text)];
  return lines.map((line) => parseJson(line) ?? parseJsonPrefix(line));
}

/** The title that stands in the file itself, the last one named. */
function givenTitle(records: readonly unknown[]): string | null {
  let title: string | null = null;
  for (const record of records) {
    if (!isRecord(record)) continue;
    const inside = isRecord(record['v']) ? record['v'] : record;
    const given = stringAt(inside, 'customTitle') ?? stringAt(inside, 'computedTitle') ?? ownTitle(record);
    if (given !== null) title = titleFrom(given) ?? title;
  }
  return title;
}

/** Side records that name a session; elsewhere `title` is that of a tool or a page. */
function ownTitle(record: JsonRecord): string | null {
  switch (record['type']) {
    case 'header':
    case 'title':
      return stringAt(record, 'title');
    case 'ai-title':
      return stringAt(record, 'aiTitle') ?? stringAt(record, 'title');
    default:
      return null;
  }
}

const USER_TYPES = new Set(['user', 'user.message', 'user_message']);
const CONTAINERS = ['messages', 'history', 'payload', 'message', 'data', 'v', 'requests', 'request', 'item'] as const;

/** The first line of what a person typed first. */
function firstTyped(value: unknown, steps: number): string | null {
  if (steps > MOST_STEPS) return null;
  if (isList(value)) {
    for (const item of value) {
      const title = firstTyped(item, steps + 1);
      if (title !== null) return title;
    }
    return null;
  }
  if (!isRecord(value) || value['isMeta'] === true || value['isCompactSummary'] === true) return null;
  const isUser = value['role'] === 'user' || USER_TYPES.has(stringAt(value, 'type') ?? '') || 'requestId' in value;
  if (isUser) {
    const title = typedTitle(textIn(value, 0));
    if (title !== null) return title;
  }
  for (const key of CONTAINERS) {
    const inner = value[key];
    const title = typeof inner === 'object' ? firstTyped(inner, steps + 1) : null;
    if (title !== null) return title;
  }
  return null;
}

/** The text of a message in whichever way it is written; results of tools are none. */
function textIn(value: unknown, steps: number): string {
  if (typeof value === 'string') return value;
  if (steps > MOST_STEPS) return '';
  if (isList(value)) {
    return value.map((item) => textIn(item, steps + 1)).find((text) => typedTitle(text) !== null) ?? '';
  }
  if (!isRecord(value) || value['type'] === 'tool_result' || value['type'] === 'function_call_output') return '';
  for (const key of ['displayContent', 'content', 'text', 'message', 'data', 'parts'] as const) {
    const text = key in value ? textIn(value[key], steps + 1) : '';
    if (text !== '') return text;
  }
  return '';
}

/** What a person typed, out of the tags a harness put around it; null for what the harness said. */
function typedTitle(text: string): string | null {
  const start = text.slice(0, 8_000);
  const tagged = /<(task|user_message|user_input|user_query)\b[^>]*>([^]*?)(?:<\/\1>|$)/.exec(start)?.[2];
  if (tagged !== undefined) return titleFrom(tagged);
  return /^\s*(?:<|# AGENTS\.md|Caveat: )/.test(start) ? null : titleFrom(start);
}

const WORKSPACE =
  /"(?:cwd|workspace|workspace_root|workspaceRoot|working_dir|workingDirectory)"\s*:\s*("(?:[^"\\]|\\.){1,2000}")/g;

/** Cline and its kin say it in the first message only. */
const WORKING_DIRECTORY = /Current (?:Working|Workspace) Directory \(([^)\n"]{1,1000})\)/;

function workspaceIn(text: string): string | null {
  for (const [, written = ''] of text.matchAll(WORKSPACE)) {
    const folder = folderOf(parseJson(written));
    if (folder !== null) return folder;
  }
  const said = WORKING_DIRECTORY.exec(text)?.[1];
  return said === undefined ? null : folderOf(parseJson(`"${said}"`));
}

/** @returns null for what is no absolute path, nor the address of one */
export function folderOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (!value.startsWith('file:')) return isAbsolute(value) ? value : null;
  try {
    return fileURLToPath(value);
  } catch {
    return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
