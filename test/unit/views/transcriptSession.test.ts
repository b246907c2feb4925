import { describe, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { validateSettings } from '../../../src/config/validateSettings';
import type { InspectorEvents } from '../../../src/protocol/inspector';
import { inspectorAnswers } from '../../../src/views/inspectorAnswers';
import { TranscriptSession } from '../../../src/views/transcriptSession';
import type { SessionWorker } from '../../../src/worker/client';

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

/** A session over a worker whose opening ends when the test says so. */
function openSession() {
  const handlers = new Map<string, (value: unknown) => void>();
  let end: (error?: Error) => void = () => undefined;
  const opening = new Promise<void>((resolve, reject) => {
    end = (error) => {
      if (error === undefined) resolve();
      else reject(error);
    };
  });
  const worker = {
    api: { openTranscript: () => opening, snapshot: () => Promise.resolve({ messageCount: 7 }) },
    on: (name: string, handler: (value: unknown) => void) => {
      handlers.set(name, handler);
      return () => undefined;
    },
    dispose: () => Promise.resolve(),
  } as unknown as SessionWorker;
  const settings = {
    read: () => validateSettings({}).settings,
    write: () => Promise.resolve(),
    apply: () => Promise.resolve([]),
    onDidChange: () => ({ dispose: () => undefined }),
  };
  const session = new TranscriptSession(Uri.file('/big.jsonl'), '/big.jsonl', { settings, createWorker: () => worker });
  const progress: InspectorEvents['progress'][] = [];
  session.onProgress((value) => progress.push(value));
  return { session, progress, end, tell: (name: string, value?: unknown) => handlers.get(name)?.(value) };
}

describe('a session file that takes long to read', () => {
  it('shows its beginning before all of it is read', async () => {
    const { session, tell } = openSession();
    const snapshot = inspectorAnswers(session).snapshot();
    tell('changed', { revision: 1 });
    expect(await snapshot).toEqual({ messageCount: 7 });
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
