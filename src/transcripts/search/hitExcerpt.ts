import { Buffer } from 'node:buffer';
import { open, type FileHandle } from 'node:fs/promises';
import { isList, isRecord } from '../../wire/jsonValue';
import type { FileHit } from './fileHit';

/** Bytes read to either side of a hit, as far as a line goes; a longer line is shown as it is written. */
const REACHES = [32_768, 1_048_576] as const;

/** Characters shown around what was found. */
const BEFORE_CHARACTERS = 40;
const AFTER_CHARACTERS = 120;

/** Steps into a record that are taken. */
const MOST_STEPS = 60;

/** What the records of sessions say about themselves; nobody said it. */
const NOT_SAID =
  /^(?:type|kind|role|id|uuid|\w*(?:Id|_id|Uuid|ID)|cwd|version|model|gitBranch|timestamp|ts|signature|thoughtSignature|encrypted_content|data|mimeType|media_type|userType|entrypoint|originator|status|system|system_prompt|systemPrompt|instructions|base_instructions|title|workspace)$/;

const NOT_SAID_ROLES = new Set<unknown>(['system', 'developer']);

/**
 * The text around a hit in one line; null where the words stand in what nobody said, such as a name of a field.
 * @param expression of the words
 * @throws Error of the file system
 */
export async function hitExcerpt(hit: FileHit, expression: string): Promise<string | null> {
  const pattern = new RegExp(expression, 'iu');
  const file = await open(hit.path);
  try {
    for (const reach of REACHES) {
      const { before, after, isWhole } = await lineAround(file, hit.byteOffset, reach);
      if (!isWhole && reach !== REACHES.at(-1)) continue;
      const record = isWhole ? parseJson(Buffer.concat([before, after]).toString('utf8')) : undefined;
      if (record !== undefined && typeof record === 'object') return saidExcerpt(record, pattern);
      return writtenExcerpt(before, after, pattern);
    }
    return null;
  } finally {
    await file.close();
  }
}

interface AroundHit {
  readonly before: Buffer;
  readonly after: Buffer;
  /** Whether the two are a whole line. */
  readonly isWhole: boolean;
}

async function lineAround(file: FileHandle, offset: number, reach: number): Promise<AroundHit> {
  const start = Math.max(0, offset - reach);
  const buffer = Buffer.alloc(offset - start + reach);
  const { bytesRead } = await file.read({ buffer, position: start });
  const read = buffer.subarray(0, bytesRead);
  const at = Math.min(offset - start, bytesRead);
  const lineStart = at === 0 ? -1 : read.lastIndexOf(0x0a, at - 1);
  const lineEnd = read.indexOf(0x0a, at);
  const isWhole = (lineStart >= 0 || start === 0) && (lineEnd >= 0 || bytesRead < buffer.length);
  return {
    before: read.subarray(lineStart + 1, at),
    after: read.subarray(at, lineEnd < 0 ? bytesRead : lineEnd),
    isWhole,
  };
}

function saidExcerpt(record: unknown, pattern: RegExp): string | null {
  for (const text of saidIn(record, 0)) {
    const found = pattern.exec(text);
    if (found !== null) return excerpt(text, found.index, found[0].length);
  }
  return null;
}

/** Every text of a record that somebody may have said. */
function* saidIn(value: unknown, steps: number): Generator<string> {
  if (typeof value === 'string') yield value;
  if (steps > MOST_STEPS) return;
  if (isList(value)) {
    for (const item of value) yield* saidIn(item, steps + 1);
  } else if (isRecord(value) && !NOT_SAID_ROLES.has(value['role'])) {
    for (const [key, inner] of Object.entries(value)) if (!NOT_SAID.test(key)) yield* saidIn(inner, steps + 1);
  }
}

/** From a line that is no record, or too long to be read as one. */
function writtenExcerpt(before: Buffer, after: Buffer, pattern: RegExp): string | null {
  const left = before.subarray(-4 * BEFORE_CHARACTERS).toString('utf8');
  const right = after.subarray(0, 4 * (AFTER_CHARACTERS + 1_000)).toString('utf8');
  const text = `${left}${right}`;
  // The words begin where the two meet; a character cut through on the left is not theirs.
  const found = pattern.exec(text.slice(left.length));
  if (found === null) return null;
  const isName = /^\s*"[\w.-]*$/.test(left) && /^[\w.-]*"\s*:/.test(right);
  if (isName) return null;
  return excerpt(text, left.length + found.index, found[0].length);
}

function excerpt(text: string, at: number, length: number): string {
  const start = Math.max(0, at - BEFORE_CHARACTERS);
  const end = Math.min(text.length, at + length + AFTER_CHARACTERS);
  const line = text
    .slice(start, end)
    .toWellFormed()
    .replaceAll(/\\+[nrt]/g, ' ')
    .replaceAll(/\\+(["/])/g, '$1')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  return `${start > 0 ? '…' : ''}${line}${end < text.length ? '…' : ''}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
