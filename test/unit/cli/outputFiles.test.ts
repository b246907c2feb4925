import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LineFile, prepareFile, prepareFolder, writeOutput } from '../../../src/cli/outputFiles';
import { withFolder } from '../../support/sessionFiles';

/** A device that is always full; only Linux has it. */
const hasFullDevice = existsSync('/dev/full');

describe('files the command writes', () => {
  it('makes folders, and writes nothing before its time', async () => {
    await withFolder((folder) => {
      const path = join(folder, 'a/b/c.json');
      prepareFile('--context-out', path);
      expect(existsSync(join(folder, 'a/b'))).toBe(true);
      expect(existsSync(path)).toBe(false);
      writeFileSync(path, 'old');
      prepareFile('--context-out', path);
      expect(readFileSync(path, 'utf8')).toBe('old');
      return Promise.resolve();
    });
  });

  it('names the file, the reason and the option where a path cannot be written', async () => {
    await withFolder((folder) => {
      mkdirSync(join(folder, 'folder'));
      writeFileSync(join(folder, 'file'), '');
      for (const [path, words] of [
        ['folder', 'it is a folder'],
        ['file/x', 'not a folder'],
        ['file/x/y', 'not a folder'],
        ['x'.repeat(300), 'too long'],
      ] as const) {
        const whole = join(folder, path);
        const refused = expect.objectContaining({
          name: 'OutputError',
          message: expect.stringMatching(new RegExp(`${path} cannot be written: .*${words}.*--calls-out`)) as string,
        }) as Error;
        expect(() => {
          prepareFile('--calls-out', whole);
        }).toThrow(refused);
      }
      expect(() => {
        prepareFolder('--archive-dir', join(folder, 'file'));
      }).toThrow(/file cannot be written: .*--archive-dir/);
      return Promise.resolve();
    });
  });

  // Node's own recursive making of folders never comes back from this one.
  it.skipIf(!existsSync('/proc/self'))('fails where the system makes no folders', () => {
    expect(() => {
      prepareFile('--calls-out', '/proc/x/y');
    }).toThrow(/^\/proc\/x\/y cannot be written: its folder does not exist/);
  });

  it.skipIf(!hasFullDevice)('tells of a full disk', () => {
    const lines = new LineFile('--calls-out', '/dev/full');
    const words = /^\/dev\/full cannot be written: the disk is full/;
    expect(() => {
      lines.write('text');
    }).toThrow(words);
    lines.close();
    expect(() => {
      writeOutput('--context-out', '/dev/full', 'text');
    }).toThrow(words);
  });
});
