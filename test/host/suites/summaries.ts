import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { say } from '../../support/scriptedServer/replies';
import type { ScriptedReply } from '../../support/scriptedServer/script';
import { startScriptedServer, type ScriptedServer } from '../../support/scriptedServer/scriptedServer';
import { eventually, strata, updateSettings } from './support';

const summary =
  '## User intent and goals\nThe user dictates a story about a lighthouse keeper.\n## Plan for the next step\nWait for more of it.';

/** Some 1 000 tokens that no strategy but pruning can take. */
function chapter(number: number): string {
  return `Chapter ${String(number)}. Never change the name of the keeper. ${'The keeper climbed the stairs again. '.repeat(140)}`;
}

export function summaryTests(): void {
  describe('summaries by a model', () => {
    let server: ScriptedServer;
    let onSummary: () => ScriptedReply = () => say(summary);
    /** Requests of sessions before. */
    let seen = 0;

    before(async () => {
      // A request for a summary brings no tools along.
      server = await startScriptedServer(({ body }) => (body.tools === undefined ? onSummary() : say('Noted.')));
      await updateSettings({
        'openai.baseUrl': server.url,
        'openai.model': 'scripted',
        'model.window': 9_000,
        'compression.summarizerModel': 'small-scripted',
        provider: 'openai',
      });
    });

    after(async () => {
      await updateSettings({
        provider: undefined,
        'openai.baseUrl': undefined,
        'openai.model': undefined,
        'model.window': undefined,
        'compression.summarizerModel': undefined,
      });
      await server.stop();
    });

    async function newSession(): Promise<void> {
      seen = server.requests.length;
      await (await strata()).chat.newSession();
    }

    function summaryRequests(): ScriptedServer['requests'] {
      return server.requests.slice(seen).filter(({ body }) => body.tools === undefined);
    }

    it('are written aside after messages were removed, and swapped in at a later call', async () => {
      onSummary = () => say(summary);
      await newSession();
      const { chat, liveSnapshot } = await strata();
      for (let number = 1; number <= 14; number++) await chat.send({ text: chapter(number) });
      await eventually('a request for a summary', () => Promise.resolve(summaryRequests()[0] ?? null));
      assert.equal(summaryRequests()[0]?.body.model, 'small-scripted');
      await eventually('the summary in a request', async () => {
        await chat.send({ text: 'Go on.' });
        const { fates } = await liveSnapshot();
        return fates.summarized > 0 ? true : null;
      });
      const last = JSON.stringify(server.requests.findLast(({ body }) => body.tools !== undefined)?.body.messages);
      assert.match(last, /dictates a story about a lighthouse keeper/);
      assert.deepEqual(server.problems, []);
    });

    for (const [name, reply] of [
      ['500', { kind: 'error', status: 500, body: { error: { message: 'the server fell over' } } }],
      ['an empty answer', say('')],
      ['an error text', say('Error: the upstream server fell over')],
      ['a refusal', say("I'm sorry, but I can't help with that.")],
    ] as const satisfies readonly (readonly [string, ScriptedReply])[]) {
      it(`give way to an outline after ${name}`, async () => {
        onSummary = () => reply;
        await newSession();
        const { chat, liveSnapshot } = await strata();
        for (let number = 1; number <= 4; number++) await chat.send({ text: chapter(number) });
        await chat.summarize();
        const { fates } = await liveSnapshot();
        assert.ok(fates.summarized > 0);
        await chat.send({ text: 'Go on.' });
        const last = JSON.stringify(server.requests.at(-1)?.body.messages);
        assert.match(last, /summary of \d+ earlier messages/);
        assert.match(last, /Never change the name of the keeper/);
        assert.doesNotMatch(last, /fell over|I can't help/);
        assert.deepEqual(server.problems, []);
      });
    }
  });
}
