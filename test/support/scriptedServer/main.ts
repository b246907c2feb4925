import { parseArgs } from 'node:util';
import { echoScript } from './echoScript';
import { startScriptedServer } from './scriptedServer';

/** `node scripts/run.mjs test/support/scriptedServer/main.ts [--port N] [--window TOKENS]`: prints its URL, until Ctrl-C. */
export async function main(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { port: { type: 'string' }, window: { type: 'string' } } });
  const server = await startScriptedServer(echoScript, {
    ...(values.port === undefined ? {} : { port: Number(values.port) }),
    ...(values.window === undefined ? {} : { windowTokens: Number(values.window) }),
  });
  process.stdout.write(`${server.url}\n`);
  await new Promise<void>((stopped) => {
    process.once('SIGINT', stopped);
    process.once('SIGTERM', stopped);
  });
  await server.stop();
  return 0;
}
