import type { GatewayEvents, GatewayStart } from './api';
import { Gateway } from './gateway';
import { GatewayError } from './gatewayError';
import { startServer } from './server';

export interface RunningGateway {
  readonly port: number;
  readonly gateway: Gateway;
  stop(): Promise<void>;
}

/** Characters of the shortest token that cannot be guessed. */
const SHORTEST_TOKEN = 16;

/**
 * Starts the gateway in this thread.
 * @throws GatewayError
 */
export async function runGateway(
  start: GatewayStart,
  emit: <Name extends keyof GatewayEvents>(name: Name, value: GatewayEvents[Name]) => void,
): Promise<RunningGateway> {
  if (!/^[\x21-\x7e]+$/.test(start.token) || start.token.length < SHORTEST_TOKEN) {
    const words = `The token must have at least ${String(SHORTEST_TOKEN)} characters, without spaces.`;
    throw new GatewayError('badToken', words);
  }
  const gateway = new Gateway(start, emit);
  const server = await startServer({ gateway, token: start.token, port: start.settings['gateway.port'] });
  return {
    port: server.port,
    gateway,
    async stop() {
      await server.stop();
      await gateway.close();
    },
  };
}
