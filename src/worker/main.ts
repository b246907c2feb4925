import { parentPort, workerData } from 'node:worker_threads';
import { CalibrationBook } from '../engine/tokens/calibrationBook';
import { createRpcServer, type RpcServer } from '../protocol/rpc';
import { setLanguage } from '../l10n/text';
import type { SessionWorkerApi, SessionWorkerEvents } from './api';
import { SessionDesk } from './sessionDesk';
import { TokenCounters } from '../models/tokenCounters';
import { workerValidators } from './validators';
import type { WorkerStart } from './workerStart';
import { portTransport } from '../protocol/portTransport';

if (parentPort === null) throw new Error('This file runs as a worker only.');
const { ranksFolder, calibration, language, texts } = workerData as WorkerStart;
setLanguage(language, texts);

const counters = new TokenCounters(ranksFolder);
counters.restore(CalibrationBook.fromJSON(calibration));
const desk = new SessionDesk({
  counterFor: (model) => counters.counterFor(model),
  observe: (model, sample) => {
    if (counters.observe(model, sample)) server.emit('calibrated', { book: counters.book.toJSON() });
  },
  errorBandOf: (model) => counters.book.errorBandOf(model),
  emit: (name, value) => {
    server.emit(name, value);
  },
});
const server: RpcServer<SessionWorkerEvents> = createRpcServer<SessionWorkerApi, SessionWorkerEvents>(
  portTransport(parentPort),
  desk,
  workerValidators,
  (error) => (error instanceof Error ? error.message : String(error)),
);
