import { parentPort } from 'node:worker_threads';
import * as z from 'zod/mini';
import { portTransport } from '../protocol/portTransport';
import { createRpcServer, type RpcServer, type RpcValidators } from '../protocol/rpc';
import type { GatewayApi, GatewayEvents } from './api';
import { GatewayError } from './gatewayError';
import { runGateway, type RunningGateway } from './runGateway';

/** The gateway as a thread of its own: nothing it does for others may slow the editor down. */

if (parentPort === null) throw new Error('This file runs as a worker only.');

let running: RunningGateway | null = null;

const api: GatewayApi = {
  async start(params) {
    if (running !== null) throw new GatewayError('failed', 'The gateway is running already.');
    running = await runGateway(params, (name, value) => {
      server.emit(name, value);
    });
    return running.port;
  },
  configure({ settings, keys }) {
    running?.gateway.configure(settings, keys);
    return Promise.resolve();
  },
  async stop() {
    await running?.stop();
    running = null;
  },
};

const keys = z.object({ openai: z.nullable(z.string()), anthropic: z.nullable(z.string()) });
// The host has checked them.
const settings = z.looseObject({});

const validators: RpcValidators<GatewayApi> = {
  start: (params) => {
    z.parse(
      z.object({
        settings,
        token: z.string(),
        keys,
        sessionsFolder: z.string(),
        ranksFolder: z.string(),
        stats: z.nullable(z.looseObject({})),
      }),
      params,
    );
  },
  configure: (params) => {
    z.parse(z.object({ settings, keys }), params);
  },
  stop: () => undefined,
};

const server: RpcServer<GatewayEvents> = createRpcServer<GatewayApi, GatewayEvents>(
  portTransport(parentPort),
  api,
  validators,
  (error) => (error instanceof Error ? error.message : String(error)),
);
