import type { SessionWorkerEvents } from '../../src/worker/api';
import type { SessionWorker } from '../../src/worker/client';
import { SessionDesk } from '../../src/worker/sessionDesk';
import type { DeskTools } from '../../src/worker/deskTools';

/** A session's worker without a thread of its own. */
export function inProcessWorker(counterFor: DeskTools['counterFor']): SessionWorker & { readonly desk: SessionDesk } {
  const listeners = new Map<keyof SessionWorkerEvents, Set<(value: never) => void>>();
  const desk = new SessionDesk({
    counterFor,
    observe: () => undefined,
    errorBandOf: () => 0.2,
    emit: (name, value) => {
      for (const listener of listeners.get(name) ?? []) listener(value as never);
    },
  });
  return {
    desk,
    api: desk,
    on: <Name extends keyof SessionWorkerEvents>(name: Name, listener: (value: SessionWorkerEvents[Name]) => void) => {
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known.add(listener));
      return () => known.delete(listener);
    },
    dispose: () => {
      desk.close();
      return Promise.resolve();
    },
  };
}
