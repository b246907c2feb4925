import type { Message } from '../src/engine/message';

/**
 * Facts to look for, found by plain patterns and on purpose with nothing of the engine's own idea of a fact.
 */

export type NeedleKind = 'path' | 'command' | 'error' | 'number';

export interface Needle {
  readonly kind: NeedleKind;
  readonly text: string;
}

const PATTERNS: Readonly<Record<Exclude<NeedleKind, 'command'>, RegExp>> = {
  path: /(?<![\w./~@-])(?:~\/|\.{1,2}\/|\/)?(?:[\w.@-]{1,60}\/){1,15}[\w.@-]{0,60}\.[A-Za-z]\w{0,5}\b/g,
  error:
    /\b[A-Z]\w{0,40}(?:Error|Exception)\b(?:: [^\n"\\]{5,60})?|\bE(?:NOENT|ACCES|XIST|PERM|ADDRINUSE|CONNREFUSED|TIMEDOUT|PIPE|ISDIR|NOTDIR)\b|\bTS\d{4}\b|\b[Ee]xit (?:code|status):? \d{1,3}\b|\b(?:fatal|panic|error): [^\n"\\]{5,60}/g,
  number:
    /(?<![\w.])\d{1,12}(?:\.\d{1,6})?\s?(?:ms|s|seconds|min|minutes|hours|days|%|[kKMG]B|bytes|tokens|lines|files|tests|px)\b/g,
};

/** Longer commands are scripts; what is looked for is their first line. */
const LONGEST_COMMAND = 200;

/** Texts of a message: its text parts, and its calls' arguments as the strings they hold. */
export function textsIn(message: Message): string[] {
  return message.parts.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    return part.type === 'toolCall' ? [part.arguments, ...stringsIn(part.arguments)] : [];
  });
}

function stringsIn(json: string): string[] {
  const strings: string[] = [];
  try {
    JSON.parse(json, (_key, value: unknown) => {
      if (typeof value === 'string') strings.push(value);
      return value;
    });
  } catch {
    // Not JSON: the raw text is looked at anyway.
  }
  return strings;
}

/** Each fact of the message once. */
export function needlesIn(message: Message): Needle[] {
  const found = new Map<string, Needle>();
  const add = (kind: NeedleKind, text: string): void => {
    const trimmed = text.trim();
    if (trimmed.length > 2) found.set(`${kind} ${trimmed}`, { kind, text: trimmed });
  };
  for (const part of message.parts) {
    if (part.type === 'toolCall') for (const command of commandsIn(part.arguments)) add('command', command);
    const texts = part.type === 'text' ? [part.text] : part.type === 'toolCall' ? stringsIn(part.arguments) : [];
    for (const text of texts) {
      for (const kind of ['path', 'error', 'number'] as const) {
        for (const [match] of text.matchAll(PATTERNS[kind])) add(kind, match);
      }
    }
  }
  return [...found.values()];
}

function commandsIn(json: string): string[] {
  try {
    const { command, cmd } = JSON.parse(json) as { readonly command?: unknown; readonly cmd?: unknown };
    const text = command ?? cmd;
    const first = typeof text === 'string' ? text.trim().split('\n')[0]?.trim() : undefined;
    return first === undefined || first === '' || first.length > LONGEST_COMMAND ? [] : [first];
  } catch {
    return [];
  }
}

const ORDER = /\b(?:always|never|don['’]t|do not|must|make sure|avoid|from now on|siempre|nunca)\b/i;
const TELLING = /\b(?:I|we|they|it|you)\s+(?:always|never|don['’]t|do not)\b/i;

/** Lines a person typed that order something for good. */
export function ordersIn(message: Message): string[] {
  if (message.role !== 'user' || message.synthetic !== undefined) return [];
  return message.parts.flatMap((part) =>
    part.type !== 'text' || part.text.includes('<command-name>')
      ? []
      : part.text
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line.length <= 240 && ORDER.test(line) && !TELLING.test(line) && !line.endsWith('?')),
  );
}

/** What the newest list of todos says is still to do. */
export function openTodosIn(messages: readonly Message[]): string[] {
  let open: string[] = [];
  for (const message of messages) {
    for (const part of message.parts) {
      if (part.type !== 'toolCall' || part.name !== 'TodoWrite') continue;
      const { todos } = JSON.parse(part.arguments) as { todos?: { content: string; status: string }[] };
      open = (todos ?? []).filter(({ status }) => status !== 'completed').map(({ content }) => content);
    }
  }
  return open;
}

/** A row of numbers from 0 to 1 that is the same at every run (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** `count` of the items, each at most once, in no order. */
export function sampleOf<T>(items: readonly T[], count: number, random: () => number): T[] {
  const pool = [...items];
  for (let position = 0; position < Math.min(count, pool.length); position += 1) {
    const other = position + Math.floor(random() * (pool.length - position));
    const [here, there] = [pool[position], pool[other]];
    if (here !== undefined && there !== undefined) [pool[position], pool[other]] = [there, here];
  }
  return pool.slice(0, count);
}
