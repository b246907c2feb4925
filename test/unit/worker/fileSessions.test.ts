import { appendFile, mkdir, rename, rmdir, writeFile } from 'node:fs/promises';
import { describe, expect, it, vi, type MockInstance } from 'vitest';
import { TranscriptFile } from '../../../src/transcripts/transcriptFile';
import type { OpenParameters } from '../../../src/worker/fileSessions';
import { SessionDesk } from '../../../src/worker/sessionDesk';
import { jsonLines, withFile } from '../../support/sessionFiles';
import { counter, everything, headerEntry, messageEntries, settings, userMessage } from './sessionFixtures';
import { eventually } from '../../support/eventually';

/** A file that is gone is looked for twice a second. */

const line = { sessionId: 's' };

function user(uuid: string, parentUuid: string | null, more: object = {}): object {
  return { ...line, type: 'user', uuid, parentUuid, message: { role: 'user', content: `ask ${uuid}` }, ...more };
}

function reply(uuid: string, parentUuid: string): object {
  const usage = { input_tokens: 40, output_tokens: 5 };
  const content = [{ type: 'text', text: `answer ${uuid}` }];
  return { ...line, type: 'assistant', uuid, parentUuid, message: { id: uuid, model: 'm', content, usage } };
}

const boundary = {
  ...line,
  type: 'system',
  subtype: 'compact_boundary',
  uuid: 'x',
  parentUuid: null,
  logicalParentUuid: 'b',
  compactMetadata: { trigger: 'auto', preTokens: 150_000 },
};

const compacted = [
  user('a', null),
  reply('b', 'a'),
  boundary,
  user('sum', 'x', { isCompactSummary: true }),
  reply('c', 'sum'),
];

/** Opens a file on a desk for as long as `action` takes. */
async function onDesk(
  content: string,
  action: (desk: SessionDesk, path: string) => Promise<void>,
  name?: string,
  window: number | null = 200_000,
): Promise<void> {
  const desk = new SessionDesk({
    counterFor: () => Promise.resolve(counter),
    observe: () => undefined,
    errorBandOf: () => 0.2,
    emit: () => undefined,
  });
  await withFile(
    content,
    async (path) => {
      const params: OpenParameters = { path, settings, model: null, window, reserve: 0 };
      try {
        await desk.openTranscript(params);
        await action(desk, path);
      } finally {
        desk.close();
      }
    },
    name,
  );
}

async function fatesOf(desk: SessionDesk): Promise<string> {
  const { rows } = await desk.rows({ filter: everything, from: 0, count: 100 });
  return rows
    .flatMap((row) =>
      row.kind === 'message' ? [`${row.fate}${row.otherFate === null ? '' : `≠${row.otherFate}`}`] : [],
    )
    .join(' ');
}

describe('two tracks', () => {
  it('shows what the file says and what Strata would do, and where they differ', async () => {
    await onDesk(jsonLines(compacted), async (desk) => {
      expect((await desk.snapshot()).tracks).toEqual({ differing: 2 });
      expect(await fatesOf(desk)).toBe('kept≠summarized kept≠summarized kept kept');
      await desk.setTrack({ track: 'recorded' });
      expect(await fatesOf(desk)).toBe('summarized≠kept summarized≠kept kept kept');
      const snapshot = await desk.snapshot();
      expect(snapshot).toMatchObject({ track: 'recorded', decisionCount: 1, callCount: 2 });
      const [why] = (await desk.detail({ index: 0, clipCharacters: 10 })).why;
      expect(why).toMatchObject({
        reason: 'recorded',
        setting: null,
        recorded: { words: 'compact, auto', tokensBefore: 150_000, tokensAfter: null },
      });
      const differing = { ...everything, differs: true };
      expect((await desk.rows({ filter: differing, from: 0, count: 100 })).matchingMessages).toBe(2);
    });
  });

  it('has one track where the file says nothing, and tells the usage it reports', async () => {
    await onDesk(jsonLines([user('a', null), reply('b', 'a')]), async (desk) => {
      const { tracks, usage } = await desk.snapshot();
      expect(tracks).toBe(null);
      expect(usage.replies).toMatchObject({ calls: 1, inputTokens: 40, outputTokens: 5 });
    });
  });
});

describe('a file that is being written', () => {
  it('shows what is appended, on both tracks', async () => {
    await onDesk(jsonLines(compacted.slice(0, 2)), async (desk, path) => {
      expect(await desk.snapshot()).toMatchObject({ messageCount: 2, isGrowing: false, tracks: null });
      await appendFile(path, jsonLines(compacted.slice(2)));
      await eventually(async () => {
        expect(await desk.snapshot()).toMatchObject({ messageCount: 4, isGrowing: true, tracks: { differing: 2 } });
      });
      expect(await fatesOf(desk)).toBe('kept≠summarized kept≠summarized kept kept');
    });
  });

  it('takes in the entries of a journal of ours as they are written', async () => {
    const entries = [headerEntry(10_000), ...messageEntries([userMessage('one', 'one')])];
    await onDesk(jsonLines(entries), async (desk, path) => {
      await appendFile(path, jsonLines(messageEntries([userMessage('two', 'two')])));
      await eventually(async () => {
        expect((await desk.snapshot()).messageCount).toBe(2);
      });
    });
  });

  it('shows another session that takes the place of the file', async () => {
    await onDesk(jsonLines([user('a', null), reply('b', 'a')]), async (desk, path) => {
      await writeFile(path, jsonLines([headerEntry(10_000), ...messageEntries([userMessage('one', 'another')])]));
      await eventually(async () => {
        expect(await desk.snapshot()).toMatchObject({ messageCount: 1 });
      });
    });
  });
});

describe('a session that is still written', () => {
  it('keeps what is counted beside its messages on the recorded track', async () => {
    await onDesk(jsonLines(compacted), async (desk, path) => {
      await desk.setTrack({ track: 'recorded' });
      const { contextTokens } = await desk.snapshot();
      await desk.setToolSchemas({ json: 'x'.repeat(4_000) });
      await appendFile(path, jsonLines([user('d', 'c')]));
      await eventually(async () => {
        expect((await desk.snapshot()).messageCount).toBe(5);
      });
      expect((await desk.snapshot()).contextTokens - contextTokens).toBeGreaterThan(
        counter.countText('x'.repeat(4_000)),
      );
    });
  });

  it('counts what a reply took as its last line says, however many replies follow it', async () => {
    const used = (uuid: string, parentUuid: string, output: number): object => {
      const usage = { input_tokens: 10, output_tokens: output };
      const content = [{ type: 'text', text: `part ${uuid}` }];
      return { ...line, type: 'assistant', uuid, parentUuid, message: { id: 'one', model: 'm', content, usage } };
    };
    await onDesk(jsonLines([user('a', null), used('b', 'a', 1)]), async (desk, path) => {
      const tokens = async (): Promise<unknown> => {
        const { usage } = await desk.snapshot();
        return [usage.replies.calls, usage.replies.inputTokens, usage.replies.outputTokens];
      };
      expect(await tokens()).toEqual([1, 10, 1]);
      await appendFile(path, jsonLines([used('c', 'b', 30)]));
      await eventually(async () => {
        expect(await tokens()).toEqual([1, 10, 30]);
      });
      const more = Array.from({ length: 100 }, (_, index) =>
        reply(`r${String(index)}`, index === 0 ? 'c' : `r${String(index - 1)}`),
      );
      await appendFile(path, jsonLines([...more, used('late', 'r99', 31)]));
      await eventually(async () => {
        expect(await tokens()).toEqual([101, 10 + 100 * 40, 31 + 100 * 5]);
      });
    });
  });

  it('takes the window its file tells later, where the user named none', async () => {
    const said = (role: string, type: string, text: string): object => ({
      type: 'response_item',
      payload: { type: 'message', role, content: [{ type, text }] },
    });
    const meta = { type: 'session_meta', payload: { id: 'x', cwd: '/w' } };
    const first = jsonLines([meta, said('user', 'input_text', 'ask')]);
    await onDesk(
      first,
      async (desk, path) => {
        const started = { type: 'event_msg', payload: { type: 'task_started', model_context_window: 12_345 } };
        await appendFile(path, jsonLines([started, said('assistant', 'output_text', 'answer')]));
        await eventually(async () => {
          expect((await desk.snapshot()).window).toBe(12_345);
        });
        expect((await desk.snapshot()).messageCount).toBe(2);
      },
      undefined,
      null,
    );
  });

  it('shows the replay when the file that told of a recording is another one', async () => {
    await onDesk(jsonLines(compacted), async (desk, path) => {
      await desk.setTrack({ track: 'recorded' });
      await writeFile(path, jsonLines([user('y', null), reply('z', 'y')]));
      await eventually(async () => {
        expect(await desk.snapshot()).toMatchObject({ track: 'replayed', tracks: null, messageCount: 2 });
      });
    });
  });
});

describe('a file that is gone', () => {
  const gone = async (desk: SessionDesk, path: string): Promise<void> => {
    await rename(path, `${path}.away`);
    await eventually(async () => {
      expect((await desk.snapshot()).lostFile).toMatch(/cannot be read: there is no such file\.$/);
    });
  };
  const back = async (desk: SessionDesk): Promise<void> => {
    await eventually(async () => {
      expect((await desk.snapshot()).lostFile).toBe(null);
    });
  };

  it('is told of, while what was read stays, and is read on once it is back', async () => {
    await onDesk(jsonLines(compacted.slice(0, 2)), async (desk, path) => {
      await gone(desk, path);
      expect(await desk.snapshot()).toMatchObject({ messageCount: 2 });
      await appendFile(`${path}.away`, jsonLines(compacted.slice(2)));
      await rename(`${path}.away`, path);
      await back(desk);
      expect(await desk.snapshot()).toMatchObject({ messageCount: 4 });
    });
  });

  it('is back also where nothing was written meanwhile, or a folder stood in its place', async () => {
    await onDesk(jsonLines(compacted), async (desk, path) => {
      await gone(desk, path);
      await mkdir(path);
      await eventually(async () => {
        expect((await desk.snapshot()).lostFile).toMatch(/is not a file\.$/);
      });
      await rmdir(path);
      await rename(`${path}.away`, path);
      await back(desk);
      expect(await desk.snapshot()).toMatchObject({ messageCount: 4 });
    });
  });

  it('stays as it was where it is to be opened otherwise, and is so once it is back', async () => {
    await onDesk(jsonLines(compacted), async (desk, path) => {
      await gone(desk, path);
      const params: OpenParameters = { path, settings, model: null, window: 100_000, reserve: 0 };
      await expect(desk.openTranscript(params)).rejects.toThrow('there is no such file');
      expect(await desk.snapshot()).toMatchObject({ messageCount: 4, window: 200_000 });
      await rename(`${path}.away`, path);
      await back(desk);
      await eventually(async () => {
        expect(await desk.snapshot()).toMatchObject({ messageCount: 4, window: 100_000 });
      });
    });
  });
});

describe('thresholds that were moved', () => {
  const strict = { ...settings, layer1: { ...settings.layer1, inputHeadroomRatio: 0.11, compactTargetRatio: 0.1 } };

  it('hold where the file tells its model later and is opened anew for it', async () => {
    await onDesk(jsonLines([user('a', null)]), async (desk, path) => {
      await desk.configure({ settings: strict });
      await appendFile(path, jsonLines([reply('b', 'a')]));
      await eventually(async () => {
        expect(await desk.snapshot()).toMatchObject({ messageCount: 2, model: 'm' });
      });
      expect((await desk.snapshot()).thresholds[0]?.tokens).toBe(22_000);
    });
  });

  it('hold for a session of ours that is opened anew under another window: it does not show as recorded', async () => {
    const entries = [headerEntry(10_000), ...messageEntries([userMessage('one', 'one')])];
    await onDesk(jsonLines(entries), async (desk, path) => {
      const params: OpenParameters = { path, settings, model: null, window: 200_000, reserve: 0 };
      expect((await desk.snapshot()).track).toBe('recorded');
      await desk.openTranscript({ ...params, settings: strict, settingsAtFirst: settings });
      expect((await desk.snapshot()).track).toBe('replayed');
      await desk.openTranscript({ ...params, settingsAtFirst: settings });
      expect((await desk.snapshot()).track).toBe('recorded');
    });
  });
});

describe('what is held of a file', () => {
  it('is let go of where something else is asked for just as it was read', async () => {
    const held: MockInstance<() => void>[] = [];
    const open = TranscriptFile.open.bind(TranscriptFile);
    await onDesk(jsonLines(compacted), async (desk, path) => {
      const params: OpenParameters = { path, settings, model: null, window: null, reserve: 0 };
      const opening = vi.spyOn(TranscriptFile, 'open').mockImplementationOnce(async (...args) => {
        const file = await open(...args);
        held.push(vi.spyOn(file, 'close'));
        desk.close();
        return file;
      });
      await expect(desk.openTranscript(params)).rejects.toMatchObject({ reason: 'closed' });
      opening.mockRestore();
    });
    expect(held).toHaveLength(1);
    expect(held[0]).toHaveBeenCalled();
  });
});
