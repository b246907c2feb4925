import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setLanguage, type TextBundle } from '../../../src/l10n/text';
import { createSessionWorker, type SessionWorker } from '../../../src/worker/client';
import type { WorkerError } from '../../../src/worker/workerError';
import { repositoryRoot } from '../../support/repositoryRoot';
import { spanishTexts } from '../../support/spanishTexts';
import { everything, headerEntry, messageEntries, readingSession, settings } from './sessionFixtures';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worker-'));
  await build({
    absWorkingDir: repositoryRoot,
    entryPoints: ['src/worker/main.ts'],
    outfile: join(folder, 'worker.cjs'),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'error',
  });
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true });
});

function start(
  workerPath = join(folder, 'worker.cjs'),
  texts?: TextBundle,
): { worker: SessionWorker; errors: WorkerError[] } {
  const errors: WorkerError[] = [];
  const worker = createSessionWorker({
    workerPath,
    ranksFolder: folder,
    calibration: null,
    texts,
    onError: (error) => errors.push(error),
  });
  return { worker, errors };
}

/** A worker that does what `source` says for each message. */
async function startScript(name: string, source: string): Promise<ReturnType<typeof start>> {
  const path = join(folder, name);
  await writeFile(path, `require('node:worker_threads').parentPort.on('message', () => { ${source} });`);
  return start(path);
}

describe('the built worker', () => {
  it('serves a session on a thread of its own, estimating without ranks', async () => {
    const { worker, errors } = start();
    const changed: number[] = [];
    worker.on('changed', ({ revision }) => changed.push(revision));
    await worker.api.openLive({ settings });
    await worker.api.append([headerEntry(100_000), ...messageEntries(readingSession(3, 100))]);
    const snapshot = await worker.api.snapshot();
    expect(snapshot).toMatchObject({ messageCount: 8, counted: 'estimated' });
    expect(changed.at(-1)).toBe(snapshot.revision);
    expect((await worker.api.rows({ filter: everything, from: 0, count: 100 })).total).toBe(9);
    await worker.dispose();
    expect(errors).toEqual([]);
  });

  it('speaks the language of the host that started it', async () => {
    const texts = await spanishTexts();
    setLanguage('es', texts);
    const { worker } = start(undefined, texts);
    setLanguage('en');
    await expect(worker.api.snapshot()).rejects.toThrow('Aún no hay ninguna sesión abierta.');
    await worker.dispose();
  });

  it('rejects what is asked after it was disposed', async () => {
    const { worker, errors } = start();
    await worker.dispose();
    await expect(worker.api.snapshot()).rejects.toThrow('The session was closed.');
    expect(errors).toEqual([]);
  });
});

describe('a worker that fails', () => {
  it('rejects waiting and later calls in clear words, and tells once', async () => {
    const { worker, errors } = await startScript('throws.cjs', 'throw new Error("out of luck")');
    await expect(worker.api.snapshot()).rejects.toThrow(/failed: out of luck/);
    await expect(worker.api.snapshot()).rejects.toThrow(/failed: out of luck/);
    await worker.dispose();
    expect(errors.map(({ reason }) => reason)).toEqual(['crashed']);
  });

  it('is noticed when it just ends', async () => {
    const { worker, errors } = await startScript('exits.cjs', 'process.exit(3)');
    await expect(worker.api.snapshot()).rejects.toThrow(/ended unexpectedly \(code 3\)/);
    expect(errors).toHaveLength(1);
  });

  it('ends with a call still waiting when it is disposed', async () => {
    const { worker, errors } = await startScript('silent.cjs', '');
    const call = expect(worker.api.snapshot()).rejects.toThrow('The session was closed.');
    await worker.dispose();
    await call;
    expect(errors).toEqual([]);
  });

  it('is noticed when there is no such file', async () => {
    const { worker, errors } = start(join(folder, 'missing.cjs'));
    await expect(worker.api.snapshot()).rejects.toThrow(/failed/);
    expect(errors).toHaveLength(1);
  });
});
