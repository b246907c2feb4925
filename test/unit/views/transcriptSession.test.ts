import { describe, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import type { SettingsReader } from '../../../src/config/readSettings';
import { validateSettings } from '../../../src/config/validateSettings';
import type { InspectorEvents } from '../../../src/protocol/inspector';
import { inspectorAnswers } from '../../../src/views/inspectorAnswers';
import { TranscriptSession } from '../../../src/views/transcriptSession';
import type { SessionWorker } from '../../../src/worker/client';
import { eventually } from '../../support/eventually';

type SettingsListener = Parameters<SettingsReader['onDidChange']>[0];

vi.mock('vscode', () => {
  class EventEmitter {
    private readonly listeners = new Set<(value: unknown) => void>();
    readonly event = (listener: (value: unknown) => void): void => {
      this.listeners.add(listener);
    };
    fire(value: unknown): void {
      for (const listener of this.listeners) listener(value);
    }
    dispose(): void {
      this.listeners.clear();
    }
  }
  return { EventEmitter, Uri: { file: (path: string) => ({ path }) }, l10n: { t: (text: string) => text } };
});

interface Opening {
  readonly session: number | null;
  readonly end: (error?: Error) => void;
}

/** A session over a worker whose openings end when the test says so. */
function openSession() {
  const handlers = new Map<string, (value: unknown) => void>();
  const openings: Opening[] = [];
  const openTranscript = ({ session }: { readonly session: number | null }): Promise<void> =>
    new Promise<void>((resolve, reject) => {
      const end = (error?: Error): void => {
        if (error === undefined) resolve();
        else reject(error);
      };
      // What is asked for overtakes what is under way.
      openings.at(-1)?.end(new Error('Another session was opened.'));
      openings.push({ session, end });
    });
  const facts = { messageCount: 7, lostFile: null as string | null };
  const worker = {
    api: { openTranscript, snapshot: () => Promise.resolve(facts) },
    on: (name: string, handler: (value: unknown) => void) => {
      handlers.set(name, handler);
      return () => undefined;
    },
    dispose: () => Promise.resolve(),
  } as unknown as SessionWorker;
  let change: SettingsListener = () => undefined;
  const settings = {
    read: () => validateSettings({}).settings,
    write: () => Promise.resolve(),
    apply: () => Promise.resolve([]),
    onDidChange: (listener: SettingsListener) => {
      change = listener;
      return { dispose: () => undefined };
    },
  };
  const session = new TranscriptSession(Uri.file('/big.jsonl'), '/big.jsonl', { settings, createWorker: () => worker });
  const progress: InspectorEvents['progress'][] = [];
  session.onProgress((value) => progress.push(value));
  const failures: Error[] = [];
  session.onDidFail((error) => failures.push(error));
  return {
    session,
    facts,
    progress,
    failures,
    openings,
    end: (error?: Error) => openings.at(-1)?.end(error),
    changeWindow: () => {
      change(settings.read(), new Set(['model.window']));
    },
    tell: (name: string, value?: unknown) => handlers.get(name)?.(value),
  };
}

describe('a session file that takes long to read', () => {
  it('shows its beginning before all of it is read', async () => {
    const { session, tell } = openSession();
    const snapshot = inspectorAnswers(session).snapshot();
    tell('changed', { revision: 1 });
    expect(await snapshot).toMatchObject({ messageCount: 7 });
  });

  it('answers nothing before there is anything, and tells why there never will be', async () => {
    const { session, end } = openSession();
    const snapshot = inspectorAnswers(session).snapshot();
    end(new Error('big.jsonl is empty'));
    await expect(snapshot).rejects.toThrow('big.jsonl is empty');
    await expect(session.ready).rejects.toThrow('big.jsonl is empty');
  });

  it('tells how far it is until it is read, and nothing of what is added later', async () => {
    const { session, progress, tell, end } = openSession();
    const reading = { text: 'Reading big.jsonl', share: 0.5 };
    tell('progress', reading);
    end();
    await session.ready;
    tell('progress', reading);
    expect(progress).toEqual([reading, null]);
  });
});

describe('a file with several sessions', () => {
  it('shows the one of before the reload, which overtakes the one its format chooses', async () => {
    const { session, openings, end, failures } = openSession();
    const restored = session.restoreSession(4);
    end();
    await Promise.all([restored, session.ready]);
    expect(openings.map((opening) => opening.session)).toEqual([null, 4]);
    expect(failures).toEqual([]);
  });

  it('shows the one its format chooses where it has not got that one any more', async () => {
    const { session, openings, end } = openSession();
    const restored = session.restoreSession(4);
    end(new Error('There is no session 5: the file holds 2.'));
    await eventually(() => {
      expect(openings).toHaveLength(3);
    });
    end();
    await Promise.all([restored, session.ready]);
    expect(openings.map((opening) => opening.session)).toEqual([null, 4, null]);
  });

  it('keeps what was chosen since, whatever a second page had shown', async () => {
    const { session, openings, end } = openSession();
    end();
    await session.ready;
    const chosen = session.showSession(2);
    end();
    await chosen;
    await session.restoreSession(4);
    expect(openings.map((opening) => opening.session)).toEqual([null, 2]);
  });
});

describe('a file that is gone as it is to be opened under another window', () => {
  const reopened = async (lostFile: string | null): Promise<readonly Error[]> => {
    const { session, openings, end, facts, failures, changeWindow } = openSession();
    end();
    await session.ready;
    facts.lostFile = lostFile;
    const ended = new Promise<void>((resolve) => {
      session.onProgress((value) => {
        if (value === null) resolve();
      });
    });
    changeWindow();
    await eventually(() => {
      expect(openings).toHaveLength(2);
    });
    end(new Error('there is no such file'));
    await ended;
    await new Promise(setImmediate);
    return failures;
  };

  it('shows on, as it was read', async () => {
    expect(await reopened('big.jsonl cannot be read: there is no such file.')).toEqual([]);
  });

  it('fails where nothing shows', async () => {
    expect(await reopened(null)).toHaveLength(1);
  });
});
