import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkOutputs } from '../../../src/cli/outputConflicts';
import { parseReplayArguments } from '../../../src/cli/replayArguments';
import { withFolder } from '../../support/sessionFiles';

/** The words of the refusal, or null. Arguments are paths below the folder. */
async function refusal(options: Readonly<Record<string, string>>): Promise<string | null> {
  return withFolder((folder) => {
    const session = join(folder, 'session.jsonl');
    writeFileSync(session, 'text');
    mkdirSync(join(folder, 'sub'));
    symlinkSync(session, join(folder, 'link'));
    linkSync(session, join(folder, 'hard'));
    symlinkSync(join(folder, 'sub'), join(folder, 'subLink'));
    symlinkSync('sub/new', join(folder, 'danglingLink'));
    symlinkSync('circle', join(folder, 'circle'));
    const paths = Object.entries(options).flatMap(([option, path]) => [
      option,
      path.startsWith('./') ? `${relative('.', folder)}/${path}` : path.startsWith('/') ? path : `${folder}/${path}`,
    ]);
    const parsed = parseReplayArguments([session, ...paths]);
    if (parsed === null) throw new Error('no arguments');
    try {
      checkOutputs(parsed);
      return Promise.resolve(null);
    } catch (error) {
      expect(error).toMatchObject({ name: 'UsageError' });
      return Promise.resolve(error instanceof Error ? error.message : '');
    }
  });
}

describe('checkOutputs', () => {
  it.each(['session.jsonl', './session.jsonl', 'sub/../session.jsonl', 'link', 'hard', 'subLink/../session.jsonl'])(
    'refuses the session as output when given as %s',
    async (path) => {
      for (const option of ['--context-out', '--calls-out', '--archive-dir']) {
        expect(await refusal({ [option]: path })).toMatch(new RegExp(`^${option} .*the session itself`));
      }
    },
  );

  it.each([
    ['new', 'new'],
    ['new', './new'],
    ['sub/new', 'subLink/new'],
    ['sub/new', 'danglingLink'],
    ['sub/more/new', 'subLink/more/new'],
    ['sub', 'subLink'],
    ['circle', 'circle'],
  ])('refuses two outputs at %s and %s', async (one, other) => {
    const words = 'is the same file as --context-out';
    expect(await refusal({ '--context-out': one, '--calls-out': other })).toContain(words);
    expect(await refusal({ '--context-out': one, '--archive-dir': other })).toContain(words);
  });

  it('takes outputs that differ, and one device for several', async () => {
    expect(await refusal({ '--context-out': 'a', '--calls-out': 'b', '--archive-dir': 'sub' })).toBeNull();
    expect(await refusal({ '--context-out': 'sub/a', '--calls-out': 'a' })).toBeNull();
    expect(await refusal({ '--context-out': '/dev/null', '--calls-out': '/dev/null' })).toBeNull();
  });
});
