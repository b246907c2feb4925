import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { parseCompressionConfig } from '../config/compressionConfig';
import { problemText } from '../config/parsed';
import { settingKeys, type SettingKey, type Settings } from '../config/settings';
import { validateSettings } from '../config/validateSettings';
import { GatewayError } from '../gateway/gatewayError';
import { runGateway } from '../gateway/runGateway';
import { print } from './print';
import { UsageError } from './replayArguments';
import { oneLine } from './terminalText';

const USAGE = `usage: npm run -s gateway -- --upstream URL [options]

Compresses the context of any client of that server. Clients get the address that is printed as their base URL.

  --upstream URL          server behind the gateway, such as https://api.openai.com/v1
  --port N                port on 127.0.0.1 (19840); if it is taken, the next free one
  --config FILE           GoZen's JSON on compression
  --set KEY=VALUE         any other setting, such as gateway.patienceSeconds=10; may be repeated
  --sessions DIR          where the sessions are kept (~/.strata/gateway)
  --help                  this text

STRATA_GATEWAY_TOKEN      token that clients send as their API key; without it one is made and printed
STRATA_UPSTREAM_KEY       key of the server; without it clients bring theirs, and the token in the header x-strata-token
`;

/** Where the build leaves the ranks, seen from a bundled entry point. */
const RANKS_FOLDER = join(import.meta.dirname, '../ranks');

/**
 * The command `npm run -s gateway`. Prints its address, then what goes wrong, until it is interrupted.
 *
 * @returns the exit code: 0, or 2 where it cannot start
 */
export async function main(args: readonly string[]): Promise<number> {
  try {
    const options = await optionsOf(args);
    if (options === null) {
      await print(process.stdout, USAGE);
      return 0;
    }
    const token = process.env['STRATA_GATEWAY_TOKEN'] ?? `strata-${randomBytes(32).toString('base64url')}`;
    const key = process.env['STRATA_UPSTREAM_KEY'] ?? null;
    const { settings, sessionsFolder } = options;
    const start = {
      settings,
      token,
      keys: { openai: key, anthropic: key },
      sessionsFolder,
      ranksFolder: RANKS_FOLDER,
      stats: null,
    };
    const gateway = await runGateway(start, (name, value) => {
      if (name === 'problem' && 'words' in value)
        void print(process.stderr, `${oneLine(value.words)}\n`).catch(() => undefined);
    });
    const isMade = process.env['STRATA_GATEWAY_TOKEN'] === undefined;
    await print(process.stdout, `http://127.0.0.1:${String(gateway.port)}\n${isMade ? `token: ${token}\n` : ''}`);
    await interrupted();
    await gateway.stop();
    return 0;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    const isExpected = error instanceof UsageError || error instanceof GatewayError;
    await print(process.stderr, `${oneLine(isExpected ? words : `The gateway cannot start: ${words}`)}\n`).catch(
      () => undefined,
    );
    return 2;
  }
}

interface GatewayOptions {
  readonly settings: Settings;
  readonly sessionsFolder: string;
}

/** Null where only the usage was asked for. @throws UsageError */
async function optionsOf(args: readonly string[]): Promise<GatewayOptions | null> {
  const values = parsedArguments(args);
  if (values.help === true) return null;
  const { upstream, port, config, sessions } = values;
  if (upstream === undefined) throw new UsageError('Name the server behind the gateway: --upstream URL.');
  const raw: Partial<Record<SettingKey, unknown>> = {
    'gateway.openaiUpstream': upstream,
    'gateway.anthropicUpstream': upstream,
    ...(port === undefined ? {} : { 'gateway.port': Number(port) }),
    ...(config === undefined ? {} : { 'compression.config': await configOf(config) }),
  };
  for (const pair of values.set ?? []) {
    const [key, value] = settingOf(pair);
    raw[key] = value;
  }
  const { settings, warnings } = validateSettings(raw);
  // A server is not started with something else than was asked for.
  if (warnings[0] !== undefined) throw new UsageError(warnings[0]);
  return { settings, sessionsFolder: resolve(sessions ?? join(homedir(), '.strata', 'gateway')) };
}

function parsedArguments(args: readonly string[]): ReturnType<typeof parse>['values'] {
  try {
    return parse(args).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      upstream: { type: 'string' },
      port: { type: 'string' },
      config: { type: 'string' },
      sessions: { type: 'string' },
      set: { type: 'string', multiple: true },
      help: { type: 'boolean' },
    },
  });
}

async function configOf(file: string): Promise<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { problems } = parseCompressionConfig(value, file);
  const wrong = problems.find(({ kind }) => kind === 'wrong');
  if (wrong !== undefined) throw new UsageError(problemText(wrong));
  // What is meant for another program is passed over.
  return parseCompressionConfig(value).value;
}

function settingOf(pair: string): readonly [SettingKey, unknown] {
  const [name = '', ...rest] = pair.split('=');
  const key = settingKeys.find((known) => known === name);
  if (key === undefined || rest.length === 0)
    throw new UsageError(`--set ${pair}: there is no such setting, or no value.`);
  const text = rest.join('=');
  try {
    return [key, JSON.parse(text)];
  } catch {
    return [key, text];
  }
}

function interrupted(): Promise<void> {
  return new Promise((stop) => {
    process.once('SIGINT', () => {
      stop();
    });
    process.once('SIGTERM', () => {
      stop();
    });
  });
}
