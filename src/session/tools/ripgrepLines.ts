import { Buffer } from 'node:buffer';
import * as z from 'zod/mini';
import type { RipgrepRun } from './ripgrep';
import { ripgrepOutput } from './ripgrep';
import type { SearchTime } from './searchTime';

/** A line of a file. */
export interface NumberedLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  /** False for a line that only stands beside one that matches. */
  readonly isMatch: boolean;
}

export interface MatchingFile {
  /** From the folder that is searched. */
  readonly path: string;
  readonly lines: readonly NumberedLine[];
}

/** Text as ripgrep writes it: in base64 where it is no UTF-8. */
const written = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })]);

const lineData = z.object({ path: written, line_number: z.int(), lines: written });

const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin') }),
  z.object({ type: z.literal('match'), data: lineData }),
  z.object({ type: z.literal('context'), data: lineData }),
  z.object({ type: z.literal('end'), data: z.object({ path: written, binary_offset: z.nullable(z.int()) }) }),
  z.object({ type: z.literal('summary') }),
]);

/**
 * The files with matching lines, one after the other, in no order; binary ones are left out.
 * @param run Its switches say what is looked for; the output's form is added.
 * @param mostLines Lines kept of each file.
 * @throws RipgrepError
 */
export async function* ripgrepLines(
  run: Omit<RipgrepRun, 'separator'>,
  mostLines: number,
  time: SearchTime,
): AsyncGenerator<MatchingFile> {
  const whole: RipgrepRun = { ...run, switches: ['--json', '--crlf', ...run.switches], separator: '\n' };
  let lines: NumberedLine[] = [];
  for await (const printed of ripgrepOutput(whole, time)) {
    const parsed = z.safeParse(message, parseJson(printed));
    if (!parsed.success) continue;
    const { data } = parsed;
    switch (data.type) {
      case 'begin':
        lines = [];
        break;
      case 'match':
      case 'context':
        if (lines.length < mostLines) {
          const text = textOf(data.data.lines).replace(/\r?\n$/, '');
          lines.push({ line: data.data.line_number, text, isMatch: data.type === 'match' });
        }
        break;
      case 'end':
        if (data.data.binary_offset === null) yield { path: textOf(data.data.path).replace(/^\.\//, ''), lines };
        break;
      case 'summary':
        break;
    }
  }
}

function textOf(value: z.infer<typeof written>): string {
  const text = 'text' in value ? value.text : Buffer.from(value.bytes, 'base64').toString('utf8');
  return text.replace(/^\uFEFF/, '');
}

/** What was cut off by a kill is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
