import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../../../src/config/settings';
import { validateSettings } from '../../../src/config/validateSettings';
import type { GatewayEvents, UpstreamKeys } from '../../../src/gateway/api';
import { runGateway } from '../../../src/gateway/runGateway';
import { SessionStore } from '../../../src/session/sessionStore';

export const TOKEN = 'a-token-for-tests-only';

export interface TestGateway {
  readonly origin: string;
  readonly port: number;
  readonly store: SessionStore;
  readonly folder: string;
  readonly problems: readonly string[];
  readonly patches: readonly GatewayEvents['patched']['patch'][];
  /** Asks the gateway as a client does that has its token. */
  ask(path: string, init?: AskOptions): Promise<Response>;
  /** A chat request with a JSON body. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Ends it, and begins it anew over the same sessions. */
  restart(): Promise<TestGateway>;
  stop(): Promise<void>;
}

interface AskOptions extends Omit<RequestInit, 'headers'> {
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestGatewayOptions {
  readonly upstream: string;
  readonly settings?: Partial<Settings>;
  readonly keys?: UpstreamKeys;
  readonly folder?: string;
}

/** The gateway in this process, on a free port, with sessions in a folder of its own. */
export async function startTestGateway(options: TestGatewayOptions): Promise<TestGateway> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'strata-gateway-')));
  const problems: string[] = [];
  const patches: GatewayEvents['patched']['patch'][] = [];
  const settings: Settings = {
    ...validateSettings({}).settings,
    'gateway.openaiUpstream': options.upstream,
    'gateway.anthropicUpstream': options.upstream,
    ...options.settings,
    // Any that is free.
    'gateway.port': 0,
  };
  const running = await runGateway(
    {
      settings,
      token: TOKEN,
      keys: options.keys ?? { openai: 'sk-upstream', anthropic: 'sk-ant-upstream' },
      sessionsFolder: folder,
      // Without ranks it estimates, which needs no build.
      ranksFolder: join(folder, 'no-ranks'),
      stats: null,
    },
    (name, value) => {
      if (name === 'problem') problems.push((value as GatewayEvents['problem']).words);
      if (name === 'patched') patches.push((value as GatewayEvents['patched']).patch);
    },
  );
  const origin = `http://127.0.0.1:${String(running.port)}`;
  const ask: TestGateway['ask'] = (path, init = {}) =>
    fetch(`${origin}${path}`, { ...init, headers: { authorization: `Bearer ${TOKEN}`, ...init.headers } });
  return {
    origin,
    port: running.port,
    store: new SessionStore(folder),
    folder,
    problems,
    patches,
    ask,
    post: (path, body, headers = {}) =>
      ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async restart() {
      await running.stop();
      return startTestGateway({ ...options, folder });
    },
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
