import type { RpcTransport } from './rpc';

/** A thread seen from the host, or the port of its parent seen from the thread. */
interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

/** RPC over a thread. */
export function portTransport(port: Port): RpcTransport {
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
