import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'mocha';
import { rateLimited, say, serverError } from '../../support/scriptedServer/replies';
import type { Script } from '../../support/scriptedServer/script';
import { startScriptedServer, type ScriptedServer } from '../../support/scriptedServer/scriptedServer';
import { eventually, repliesOf, strata, updateSettings } from './support';

export function providerFailureTests(): void {
  describe('a provider that fails', () => {
    let server: ScriptedServer | null = null;

    afterEach(async () => {
      await server?.stop();
      server = null;
    });

    after(async () => {
      await updateSettings({ provider: undefined, 'openai.baseUrl': undefined, 'openai.model': undefined });
    });

    async function connectTo(script: Script): Promise<ScriptedServer> {
      server = await startScriptedServer(script);
      await updateSettings({ 'openai.baseUrl': server.url, 'openai.model': 'scripted', provider: 'openai' });
      await (await strata()).chat.newSession();
      return server;
    }

    it('is waited for as long as it asks, in sight, and then asked again', async () => {
      const { requests } = await connectTo([rateLimited(3), say('Now it works.')]);
      const { chat } = await strata();
      const turn = chat.send({ text: 'Hello.' });
      const waiting = await eventually('a wait', async () => (await chat.snapshot()).waiting);
      assert.deepEqual([waiting.attempt, waiting.tries], [2, 5]);
      assert.ok(waiting.until > Date.now());
      await turn;
      const snapshot = await chat.snapshot();
      assert.deepEqual(repliesOf(snapshot.items), ['Now it works.']);
      assert.equal(snapshot.waiting, null);
      assert.equal(requests.length, 2);
    });

    it('keeps what it said before the connection broke, and goes on from there', async () => {
      const { problems } = await connectTo([
        { kind: 'cut', text: 'The first half', clean: false },
        say('and the second.'),
      ]);
      const { chat } = await strata();
      await chat.send({ text: 'Tell me.' });
      const { items } = await chat.snapshot();
      assert.deepEqual(
        items.map(({ kind }) => kind),
        ['user', 'assistant', 'note', 'assistant'],
      );
      assert.deepEqual(repliesOf(items), ['The first half', 'and the second.']);
      assert.deepEqual(problems, []);
    });

    it('is left alone as soon as the person stops', async () => {
      const { requests } = await connectTo([serverError()]);
      const { chat } = await strata();
      const turn = chat.send({ text: 'Hello.' });
      await eventually('a wait', async () => (await chat.snapshot()).waiting);
      await chat.stop();
      await turn;
      const { busy, waiting, items } = await chat.snapshot();
      assert.deepEqual([busy, waiting, items.map(({ kind }) => kind)], [false, null, ['user']]);
      assert.equal(requests.length, 1);
    });
  });
}
