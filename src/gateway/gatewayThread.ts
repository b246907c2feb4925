import { Worker } from 'node:worker_threads';
import { portTransport } from '../protocol/portTransport';
import { createRpcClient, type RpcClient } from '../protocol/rpc';
import type { GatewayApi, GatewayEvents } from './api';
import { GatewayError } from './gatewayError';

/** Heap of the gateway, MiB: it holds many conversations, and a runaway one must not take the editor down with it. */
const HEAP_LIMIT_MIB = 2_048;

/** The thread of the gateway, seen from the host. */
export interface GatewayThread extends Pick<RpcClient<GatewayApi, GatewayEvents>, 'api' | 'on'> {
  /** Ends it at once; calls still waiting are rejected. */
  dispose(): Promise<void>;
}

/**
 * Starts the thread. It serves nobody before `start`.
 * @param path of the built file
 * @param onError told once if it ends by itself
 */
export function createGatewayThread(path: string, onError: (error: GatewayError) => void): GatewayThread {
  const worker = new Worker(path, { resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MIB } });
  const client = createRpcClient<GatewayApi, GatewayEvents>(portTransport(worker));
  let ended = false;
  const fail = (words: string, cause?: unknown): void => {
    if (ended) return;
    ended = true;
    client.close(words);
    onError(new GatewayError('crashed', words, { cause }));
  };
  worker.on('error', (cause) => {
    fail(`The gateway failed: ${cause instanceof Error ? cause.message : String(cause)}. Start it again.`, cause);
  });
  worker.on('exit', (code) => {
    fail(`The gateway ended unexpectedly (code ${String(code)}). Start it again.`);
  });
  return {
    api: client.api,
    on: client.on.bind(client),
    async dispose() {
      if (!ended) client.close('The gateway was stopped.');
      ended = true;
      await worker.terminate();
    },
  };
}
