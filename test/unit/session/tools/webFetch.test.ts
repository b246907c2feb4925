import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FetchPage } from '../../../../src/session/tools/webFetch';
import { createWebFetchTool } from '../../../../src/session/tools/webFetch';
import { withTimeLimit } from '../../../../src/session/tools/timeLimit';
import { fetchInThread } from '../../../../src/session/webPages/pageThread';
import { repositoryRoot } from '../../../support/repositoryRoot';
import { runTool } from '../support/runTool';

const root = process.cwd();

/** A page that never comes. */
const never: FetchPage = async (_url, signal) => {
  await sleep(60_000, undefined, { signal });
  throw new Error('It came.');
};

describe('Web Fetch', () => {
  it('gives the page with its address, and says what is wrong with it', async () => {
    const page = { kind: 'page', url: 'https://a.example/b', status: 200, text: '# Hello\n', isCut: false } as const;
    const run = (answer: Awaited<ReturnType<FetchPage>>): ReturnType<typeof runTool> =>
      runTool(
        createWebFetchTool(() => Promise.resolve(answer)),
        root,
        { url: 'https://a.example/' },
      );
    expect(await run(page)).toEqual({ text: '[https://a.example/b]\n\n# Hello', isError: false });
    expect((await run({ ...page, isCut: true })).text).toContain('[cut: the page is larger than 5 MB]');
    expect(await run({ ...page, status: 404 })).toEqual({
      text: '[https://a.example/b answered with status 404]\n\n# Hello',
      isError: true,
    });
    expect(await run({ kind: 'elsewhere', url: 'https://other.example/' })).toEqual({
      text: '[redirected to another host, which was not followed; to go there, fetch https://other.example/]',
      isError: true,
    });
    expect((await run({ kind: 'refused', reason: 'address', text: 'no' })).isError).toBe(true);
  });

  it('asks before every host, and refuses what is no web address before anything is fetched', async () => {
    const tool = createWebFetchTool(() => Promise.reject(new Error('fetched')));
    expect(tool.needsApproval).toBe(true);
    expect(tool.preview({ url: 'https://a.example/b' })).toEqual({
      summary: 'https://a.example/b',
      detail: 'https://a.example/b',
    });
    for (const url of ['file:///etc/passwd', 'javascript:x', 'https://a:b@c.example/', 'x'])
      await expect(runTool(tool, root, { url })).rejects.toMatchObject({ name: 'ToolError' });
  });

  it('waits no longer than it may, and stops when it is told to', async () => {
    const tool = withTimeLimit(createWebFetchTool(never), () => 1);
    await expect(runTool(tool, root, { url: 'https://a.example/', timeout_seconds: 100 })).rejects.toMatchObject({
      reason: 'failed',
      message: 'The page was not there within 1 s.',
    });
    const abort = new AbortController();
    const running = runTool(createWebFetchTool(never), root, { url: 'https://a.example/' }, { signal: abort.signal });
    abort.abort();
    await expect(running).rejects.toMatchObject({ reason: 'cancelled' });
  });
});

describe('the thread that fetches', () => {
  let folder = '';
  let threadFile = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-thread-'));
    threadFile = join(folder, 'webFetch.cjs');
    await build({
      entryPoints: [join(repositoryRoot, 'src/session/webPages/main.ts')],
      outfile: threadFile,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      alias: { turndown: 'turndown/lib/turndown.browser.es.js' },
      logLevel: 'silent',
    });
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('refuses this machine, whatever it is called', async () => {
    for (const url of [
      'http://127.0.0.1:9/',
      'http://localhost:9/',
      'http://[::ffff:7f00:1]:9/',
      'http://2130706433:9/',
    ])
      expect(await fetchInThread(url, new AbortController().signal, threadFile)).toMatchObject({
        kind: 'refused',
        reason: 'address',
      });
  });

  it('ends when it is told to', async () => {
    const abort = new AbortController();
    const running = fetchInThread('http://name.invalid/', abort.signal, threadFile);
    abort.abort();
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('says so when it cannot be started', async () => {
    const missing = fetchInThread('http://a.example/', new AbortController().signal, join(folder, 'none.cjs'));
    await expect(missing).rejects.toMatchObject({ name: 'PageError', reason: 'unreadable' });
  });
});
