import type { MessagePort, Worker } from 'node:worker_threads';
import type { RpcTransport } from '../protocol/rpc';

/** RPC over a worker, seen from the host, or over the port of its parent, seen from the worker. */
export function workerTransport(port: Worker | MessagePort): RpcTransport {
  return {
    post(message) {
      port.postMessage(message);
    },
    listen(listener) {
      port.on('message', listener);
      return () => {
        port.off('message', listener);
      };
    },
  };
}
