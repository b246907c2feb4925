import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { createRpcClient, createRpcServer, type RpcClient } from '../../../src/protocol/rpc';
import type { SessionWorkerApi, SessionWorkerEvents } from '../../../src/worker/api';
import { SessionDesk } from '../../../src/worker/sessionDesk';
import { workerValidators } from '../../../src/worker/validators';
import { portTransport } from '../../../src/protocol/portTransport';
import { exportedText } from './exportedText';
import { counter, everything, headerEntry, messageEntries, readingSession, settings } from './sessionFixtures';

const open: MessageChannel[] = [];

afterEach(() => {
  for (const { port1 } of open.splice(0)) port1.close();
});

/** A desk behind a message channel, as it is behind a worker's port. */
function connect(): RpcClient<SessionWorkerApi, SessionWorkerEvents> {
  const channel = new MessageChannel();
  open.push(channel);
  const desk = new SessionDesk({
    counterFor: () => Promise.resolve(counter),
    observe: () => undefined,
    errorBandOf: () => 0.2,
    emit: (name, value) => {
      server.emit(name, value);
    },
  });
  const server = createRpcServer<SessionWorkerApi, SessionWorkerEvents>(
    portTransport(channel.port1),
    desk,
    workerValidators,
    (error) => (error instanceof Error ? error.message : String(error)),
  );
  return createRpcClient(portTransport(channel.port2));
}

it('serves every method over a port', async () => {
  const client = connect();
  const { api } = client;
  const revisions: number[] = [];
  client.on('changed', ({ revision }) => revisions.push(revision));
  await api.openLive({ settings });
  await api.append([headerEntry(4_000), ...messageEntries(readingSession(7, 2_000))]);
  await api.setToolSchemas({ json: '[]' });
  await api.configure({ settings });
  const plan = await api.plan({ kind: 'beforeCall' });
  expect(plan.decisions).toHaveLength(1);
  const snapshot = await api.snapshot();
  expect(snapshot.contextTokens).toBe(plan.inputTokens);
  expect(revisions.at(-1)).toBe(snapshot.revision);
  const page = await api.rows({ filter: everything, from: 0, count: 3 });
  expect(page.rows).toHaveLength(3);
  expect(await api.locate({ filter: everything, index: 0 })).toEqual({ position: 0, foldedIn: null });
  expect(await api.heading({ filter: everything, position: 4 })).toBe(1);
  const step = { filter: everything, from: null, direction: 'forward' as const };
  expect(await api.nextHit({ ...step, text: 'file 3' })).toEqual({ count: 1, hit: { index: 9, number: 1 } });
  expect(await api.nextFateChange(step)).toBe(plan.decisions[0]?.edits[0]?.index);
  expect((await api.detail({ index: 3, clipCharacters: 5 })).original.text).toBe('line ');
  expect(await exportedText(api, { format: 'markdown' })).toContain('# A session');
});

it('answers with the words of what went wrong', async () => {
  const { api } = connect();
  await expect(api.snapshot()).rejects.toThrow('No session is open yet.');
  const params = { path: '/nowhere/session.jsonl', settings, model: null, window: null, reserve: 16_000 };
  await expect(api.openTranscript(params)).rejects.toThrow(/session\.jsonl/);
});

it('refuses what no caller should send', async () => {
  const { api } = connect();
  await api.openLive({ settings });
  await expect(api.rows({ filter: everything, from: -1, count: 1 })).rejects.toThrow('not valid at from');
  await expect(api.detail({ index: 0.5, clipCharacters: 1 })).rejects.toThrow('not valid at index');
  await expect(api.append([{ type: 'unknown' } as never])).rejects.toThrow('not valid at 0.type');
});

it('sends little for one more message, however long the session', async () => {
  const { api } = connect();
  await api.openLive({ settings });
  await api.append([headerEntry(1_000_000), ...messageEntries(readingSession(2_000, 20))]);
  const sizes: number[] = [];
  const [channel] = open;
  channel?.port2.on('message', (message: unknown) => sizes.push(JSON.stringify(message).length));
  await api.append(messageEntries(readingSession(1, 2_000).slice(2)));
  await api.rows({ filter: everything, from: 4_000, count: 3 });
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000);
});

it('takes every kind of entry', async () => {
  const { api } = connect();
  await api.openLive({ settings });
  await api.append([
    headerEntry(4_000),
    ...messageEntries(readingSession(3, 100)),
    { type: 'memory', text: '- use pnpm' },
    { type: 'pin', index: 1, pinned: true },
    { type: 'restore', index: 1 },
    { type: 'undo', decisionId: 'none' },
    { type: 'call', historyLength: 2, inputTokens: 10, model: 'm' },
    { type: 'model', provider: 'p', model: 'm', window: 4_000, reserve: 100, learned: true },
    { type: 'title', title: 'New' },
    { type: 'link', relation: 'continuedIn', sessionId: 'other' },
  ]);
  expect((await api.snapshot()).composition.memory).toBeGreaterThan(0);
});
