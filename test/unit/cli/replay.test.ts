import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../../src/cli/replay';
import { replaySession } from '../../../src/cli/replaySession';
import { jsonLines, caseFile, withFile, withFolder } from '../../support/sessionFiles';

vi.mock('../../../src/cli/replaySession', { spy: true });

// Many files are written and read; a busy machine takes its time over that.
vi.setConfig({ testTimeout: 60_000 });

interface Run {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

async function run(...args: string[]): Promise<Run> {
  let output = '';
  let errors = '';
  const collect = (stream: NodeJS.WriteStream, take: (text: string) => void): void => {
    vi.spyOn(stream, 'write').mockImplementation((text, ...rest: unknown[]) => {
      take(String(text));
      (rest.at(-1) as (() => void) | undefined)?.();
      return true;
    });
  };
  collect(process.stdout, (text) => (output += text));
  collect(process.stderr, (text) => (errors += text));
  const code = await main(args);
  vi.restoreAllMocks();
  return { code, output, errors };
}

interface Report {
  readonly messages: number;
  readonly fates: Readonly<Record<string, number>>;
  readonly tokens: { readonly original: number; readonly context: number };
  readonly calls: readonly {
    readonly inputTokensAfter: number;
    readonly decisions: readonly { pointers: string[] }[];
  }[];
}

/** A session of an agent that reads one large file after another. */
function longSession(): string {
  const records: object[] = [{ role: 'user', content: 'read them all' }];
  for (let file = 0; file < 30; file++) {
    const body = Array.from({ length: 60 }, (_, line) => `line ${line} of file ${file}: some words to count`).join(
      '\n',
    );
    const call = { id: `c${file}`, type: 'function', function: { name: 'Read', arguments: `{"path":"${file}.ts"}` } };
    records.push({ role: 'assistant', content: null, tool_calls: [call] });
    records.push({ role: 'tool', tool_call_id: `c${file}`, content: body });
  }
  return jsonLines(records);
}

describe('replay', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('reports, and writes what was asked for into folders it makes', async () => {
    await withFile(longSession(), (path) =>
      withFolder(async (folder) => {
        const out = (name: string): string => join(folder, 'made', name);
        const options = ['--window', '8000', '--json', '--context-out', out('context.json')];
        const result = await run(path, ...options, '--calls-out', out('calls.jsonl'), '--archive-dir', out('archive'));
        expect(result).toMatchObject({ code: 0, errors: '' });
        const report = JSON.parse(result.output) as Report;
        expect(report.messages).toBe(61);
        expect(Object.values(report.fates).reduce((sum, count) => sum + count)).toBe(61);
        expect(report.tokens.context).toBeLessThanOrEqual(8_000);
        expect(report.tokens.original).toBeGreaterThan(8_000);

        const lines = readFileSync(out('calls.jsonl'), 'utf8').trimEnd().split('\n');
        expect(lines).toHaveLength(report.calls.length);
        expect(report.calls).toHaveLength(31);
        const contexts = lines.map((line) => JSON.parse(line) as { role: string }[]);
        expect(contexts.every((context) => /^(user|tool)$/.test(context.at(-1)?.role ?? ''))).toBe(true);
        expect(JSON.parse(readFileSync(out('context.json'), 'utf8'))).toEqual(contexts.at(-1));

        const pointers = report.calls.flatMap(({ decisions }) => decisions.flatMap((decision) => decision.pointers));
        expect(pointers.length).toBeGreaterThan(0);
        for (const pointer of pointers) {
          expect(pointer.length).toBeGreaterThanOrEqual(12);
          expect(existsSync(out(join('archive', pointer)))).toBe(true);
        }
      }),
    );
  });

  it('prints a table for people', async () => {
    const { code, output } = await withFile(longSession(), (path) => run(path, '--window', '8000'));
    expect(code).toBe(0);
    expect(output).toMatch(/messages {2}61 in 30 calls/);
    expect(output).toMatch(/layer 1 compact \d+/);
  });

  it('takes the thresholds given', async () => {
    const { output } = await withFile(longSession(), (path) => run(path, '--window', '1000000', '--json'));
    expect((JSON.parse(output) as Report).fates['compacted']).toBe(0);
    const strict = [
      '--window',
      '1000000',
      '--set',
      'layer1.inputHeadroomRatio=0.02',
      '--set',
      'layer1.compactTargetRatio=0.01',
    ];
    const { output: stricter } = await withFile(longSession(), (path) => run(path, ...strict, '--json'));
    expect((JSON.parse(stricter) as Report).fates['compacted']).toBeGreaterThan(0);
  });

  it.each([
    ['a missing file', ['/nowhere/at/all.jsonl'], 'there is no such file'],
    ['an empty session', [caseFile('../transcripts/claude-code/summaryOnly.jsonl')], 'holds no messages'],
    ['an unknown format', [caseFile('../../../package.json')], 'no session that Strata can read'],
    ['a wrong option', ['--windows'], '--windows'],
    [
      'an output that cannot be written',
      [caseFile('10-snapshot-id-equals-message-uuid.jsonl'), '--context-out', '/dev/null/x'],
      '/dev/null',
    ],
  ])('exits with 2 and one clear line on %s', async (_what, args, words) => {
    const { code, output, errors } = await run(...args);
    expect(code).toBe(2);
    expect(output).toBe('');
    expect(errors).toMatch(/^[^\n]+\n$/);
    expect(errors).toContain(words);
  });

  it('leaves the session alone and writes nothing where an output is the session', async () => {
    const session = longSession();
    await withFile(session, async (path) => {
      const calls = `${path}.calls`;
      const result = await run(path, '--calls-out', calls, '--context-out', join(dirname(path), '.', basename(path)));
      expect(result).toMatchObject({ code: 2, output: '' });
      expect(readFileSync(path, 'utf8')).toBe(session);
      expect(existsSync(calls)).toBe(false);
    });
  });

  it('shows control characters of the file instead of sending them to the terminal', async () => {
    const evil = '\u001B[2J\u009B31m\rname\u202E';
    const call = { id: evil, type: 'function', function: { name: evil, arguments: '{}' } };
    const session = jsonLines([
      { role: 'user', content: `${evil} title` },
      { role: evil, content: 'x' },
      { role: 'assistant', content: null, model: evil, tool_calls: [call] },
    ]);
    await withFile(
      session,
      async (path) => {
        for (const args of [[path], [path, '--json'], [`${path}none`], [path, '--format', evil]]) {
          const { output, errors } = await run(...args);
          expect(output + errors).toContain('\\u001b');
          // eslint-disable-next-line no-control-regex -- control characters are what it is about
          expect(output + errors).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
          if (errors !== '') expect(errors).toMatch(/^[^\n]+\n$/);
        }
      },
      'na\u001Bme\nof.jsonl',
    );
  });

  it('tells an error nobody expected in one line that names the file', async () => {
    vi.mocked(replaySession).mockImplementationOnce(() => {
      throw new RangeError('Maximum call stack\nsize exceeded');
    });
    await withFile(longSession(), async (path) => {
      const { code, output, errors } = await run(path);
      expect({ code, output }).toEqual({ code: 2, output: '' });
      expect(errors).toMatch(/^[^\n]*session\.jsonl[^\n]*Maximum call stack size exceeded\n$/);
    });
  });

  it('prints its usage when asked', async () => {
    const { code, output } = await run('--help');
    expect(code).toBe(0);
    expect(output).toContain('--archive-dir');
  });
});
