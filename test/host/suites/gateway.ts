import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { commands, env, workspace } from 'vscode';

const FIRST_PORT = 19_840;
const PORTS = 20;

/** Where the gateway answers; the usual port may be taken. */
async function addressOf(): Promise<string | null> {
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS; port += 1) {
    const origin = `http://127.0.0.1:${String(port)}`;
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok === true) return origin;
  }
  return null;
}

export function gatewayTests(): void {
  describe('the gateway', () => {
    it('starts, asks for its token, takes settings from clients, and stops', async () => {
      await commands.executeCommand('strata.startGateway');
      const origin = await addressOf();
      assert.ok(origin !== null);
      await commands.executeCommand('strata.copyGatewayToken');
      const headers = { 'x-api-key': await env.clipboard.readText(), 'content-type': 'application/json' };
      const stats = `${origin}/api/v1/compression/stats`;
      assert.equal((await fetch(stats)).status, 401);
      assert.equal((await fetch(stats, { headers })).status, 200);
      const configuration = workspace.getConfiguration('strata');
      const changed = new Promise<void>((resolve) => {
        const listener = workspace.onDidChangeConfiguration((event) => {
          if (!event.affectsConfiguration('strata.compression.targetTokens')) return;
          listener.dispose();
          resolve();
        });
      });
      const put = { method: 'PUT', headers, body: '{"target_tokens":25000}' };
      assert.equal((await fetch(`${origin}/api/v1/compression/settings`, put)).status, 200);
      await changed;
      assert.equal(workspace.getConfiguration('strata').get('compression.targetTokens'), 25_000);
      await configuration.update('compression.targetTokens', undefined, true);
      await commands.executeCommand('strata.stopGateway');
      await assert.rejects(fetch(stats, { headers }));
    });
  });
}
