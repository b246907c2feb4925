import { parentPort, workerData } from 'node:worker_threads';
import { createRpcServer, type RpcServer } from '../protocol/rpc';
import type { SessionWorkerApi, SessionWorkerEvents } from './api';
import { SessionDesk } from './sessionDesk';
import { TokenCounters } from './tokenCounters';
import { workerValidators } from './validators';
import { workerTransport } from './workerTransport';

if (parentPort === null) throw new Error('This file runs as a worker only.');
const { ranksFolder } = workerData as { readonly ranksFolder: string };

const counters = new TokenCounters(ranksFolder);
const desk = new SessionDesk({
  counterFor: (model) => counters.counterFor(model),
  emit: (name, value) => {
    server.emit(name, value);
  },
});
const server: RpcServer<SessionWorkerEvents> = createRpcServer<SessionWorkerApi, SessionWorkerEvents>(
  workerTransport(parentPort),
  desk,
  workerValidators,
  (error) => (error instanceof Error ? error.message : String(error)),
);
