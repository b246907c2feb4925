import { appendFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { openTranscript } from '../../../src/transcripts/registry';
import type { Transcript } from '../../../src/transcripts/transcript';
import type { TranscriptFile } from '../../../src/transcripts/transcriptFile';
import { FileFollower } from '../../../src/worker/fileFollower';
import { jsonLines, withFile } from '../../support/sessionFiles';
import { eventually } from '../../support/eventually';

function line(index: number): object {
  const parentUuid = index === 0 ? null : `u${String(index - 1)}`;
  return { type: 'user', uuid: `u${String(index)}`, parentUuid, sessionId: 's', message: { content: String(index) } };
}

/** A file that is gone is looked for twice a second. */

let follower: FileFollower | null = null;

afterEach(() => {
  follower?.close();
});

/** Follows a file; what is told last is kept. */
function follow(
  path: string,
  file: TranscriptFile,
): { latest: Transcript | null; readonly errors: unknown[]; backs: number } {
  const told: ReturnType<typeof follow> = { latest: null, errors: [], backs: 0 };
  follower = new FileFollower(path, file, {
    onChange: (transcript) => {
      told.latest = transcript;
      return Promise.resolve();
    },
    onError: (error) => {
      told.errors.push(error);
    },
    onBack: () => {
      told.backs += 1;
      return Promise.resolve();
    },
  });
  return told;
}

describe('a file that is followed', () => {
  it('shows what was written between its reading and the watching', async () => {
    await withFile(jsonLines([line(0)]), async (path) => {
      const file = await openTranscript(path);
      await appendFile(path, jsonLines([line(1)]));
      const told = follow(path, file);
      await eventually(() => {
        expect(told.latest?.messages).toHaveLength(2);
      });
    });
  });

  it('shows all of a thousand lines written one by one, in their order', async () => {
    await withFile(jsonLines([line(0)]), async (path) => {
      const told = follow(path, await openTranscript(path));
      for (let index = 1; index <= 1000; index++) await appendFile(path, jsonLines([line(index)]));
      await vi.waitFor(
        () => {
          expect(told.latest?.messages.map(textOf)).toEqual(Array.from({ length: 1001 }, (_, index) => String(index)));
        },
        { timeout: 4_000 },
      );
    });
  });

  it('goes on until nothing more is there, as one reading takes a part only', async () => {
    await withFile(jsonLines([line(0)]), async (path) => {
      const file = await openTranscript(path);
      const parts = [true, true, true, false];
      const readOn = vi.spyOn(file, 'readOn').mockImplementation(() => Promise.resolve(parts.shift() ?? false));
      follow(path, file);
      await eventually(() => {
        expect(readOn).toHaveBeenCalledTimes(4);
      });
    });
  });

  it('reads a file that came back while its absence was being told', async () => {
    await withFile(jsonLines([line(0)]), async (path) => {
      const file = await openTranscript(path);
      const readOn = vi.spyOn(file, 'readOn');
      const told = follow(path, file);
      await eventually(() => {
        expect(readOn).toHaveBeenCalled();
      });
      // The reading under way fails only after the file is back and that was noticed.
      let fail: (error: Error) => void = () => undefined;
      readOn.mockImplementationOnce(
        () =>
          new Promise((_, reject) => {
            fail = reject;
          }),
      );
      await appendFile(path, jsonLines([line(1)]));
      await eventually(() => {
        expect(readOn.mock.calls.length).toBeGreaterThanOrEqual(2);
      });
      await writeFile(`${path}.next`, jsonLines([line(0), line(1), line(2)]));
      await rename(`${path}.next`, path);
      await new Promise((resolve) => setTimeout(resolve, 300));
      fail(new Error('gone'));
      await eventually(() => {
        expect(told.latest?.messages).toHaveLength(3);
      });
      expect(told.errors).toHaveLength(1);
    });
  });

  it('is found again after it was gone for a while, with its folder too, and is followed on', async () => {
    await withFile(jsonLines([line(0)]), async (path) => {
      const told = follow(path, await openTranscript(path));
      const folder = dirname(path);
      await rename(folder, `${folder}.away`);
      await eventually(() => {
        expect(told.errors).not.toHaveLength(0);
      });
      expect(told.backs).toBe(0);
      await rename(`${folder}.away`, folder);
      await eventually(() => {
        expect(told.backs).toBe(1);
      });
      await appendFile(path, jsonLines([line(1)]));
      await eventually(() => {
        expect(told.latest?.messages).toHaveLength(2);
      });
    });
  });
});
