import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { commands, workspace } from 'vscode';
import { call, contextOverflow, say } from '../../support/scriptedServer/replies';
import { startScriptedServer, type ScriptedServer } from '../../support/scriptedServer/scriptedServer';
import { callsOf, eventually, exists, inWorkspace, repliesOf, strata, updateSettings } from './support';

/** Room for one of the long results, not for three. */
const windowTokens = 9000;
const longFile = 'long.txt';

export function chatTests(): void {
  describe('the chat with a server', () => {
    let server: ScriptedServer;

    before(async () => {
      await workspace.fs.writeFile(inWorkspace(longFile), new TextEncoder().encode('A line of text.\n'.repeat(600)));
    });

    after(async () => {
      await updateSettings({
        provider: undefined,
        'openai.baseUrl': undefined,
        'openai.model': undefined,
        'model.window': undefined,
      });
      await server.stop();
    });

    async function connectTo(started: Promise<ScriptedServer>): Promise<void> {
      server = await started;
      await updateSettings({
        'openai.baseUrl': server.url,
        'openai.model': 'scripted',
        'model.window': windowTokens,
        provider: 'openai',
      });
      await (await strata()).chat.newSession();
    }

    it('asks before it runs a command, and sends the key of that server only', async () => {
      await connectTo(
        startScriptedServer([
          call({ id: 'call_1', name: 'bash', arguments: '{"command":"printf done > ran.txt"}' }),
          say('It ran.'),
        ]),
      );
      const { chat, keys } = await strata();
      await keys.set(server.url, 'test-key-of-this-server');
      const turn = chat.send({ text: 'Run it.' });
      const approval = await eventually('a question', async () => (await chat.snapshot()).approval);
      assert.equal(approval.toolName, 'Bash');
      assert.match(approval.detail, /printf done/);
      assert.equal(await exists(inWorkspace('ran.txt')), false);
      await chat.answerApproval({ id: approval.id, answer: 'once', reason: '' });
      await turn;
      const { items } = await chat.snapshot();
      assert.deepEqual(
        callsOf(items).map(({ status }) => status),
        ['done'],
      );
      assert.deepEqual(repliesOf(items), ['It ran.']);
      assert.equal(await exists(inWorkspace('ran.txt')), true);
      assert.equal(server.requests[0]?.headers['authorization'], 'Bearer test-key-of-this-server');
      await keys.clear(server.url);
      await server.stop();
    });

    it('makes room and tries again when the provider refuses the context', async () => {
      const reads = [1, 2].map((number) =>
        call({ id: `call_${String(number)}`, name: 'read_file', arguments: `{"path":"${longFile}"}` }),
      );
      // The last of these refuses what the session itself holds for small enough.
      const replies = [...reads, contextOverflow(4500, 6000), say('Read twice.')];
      await connectTo(startScriptedServer((_request, number) => replies[number] ?? say('too many requests')));
      const { chat, liveSnapshot } = await strata();
      await chat.send({ text: `Read ${longFile} twice.` });
      const { items, gauge } = await chat.snapshot();
      assert.deepEqual(repliesOf(items), ['Read twice.']);
      assert.equal(
        items.some(({ kind }) => kind === 'error'),
        false,
      );
      assert.equal(
        items.some(({ kind }) => kind === 'decision'),
        true,
      );
      assert.deepEqual(server.problems, []);
      assert.equal(server.requests.length, 4);
      const [refused, retried] = server.requests.slice(-2).map(({ body }) => JSON.stringify(body.messages).length);
      assert.ok(refused !== undefined && retried !== undefined && retried < refused, 'the second try is no smaller');
      const { decisionCount, contextTokens, fates, messageCount } = await liveSnapshot();
      assert.ok(decisionCount > 0);
      assert.ok(contextTokens <= gauge.window);
      assert.equal(
        Object.values(fates).reduce((sum, count) => sum + count),
        messageCount,
      );
      assert.ok(fates.kept < messageCount);
    });

    it('asks for a key before anything goes to a server that wants one', async () => {
      await updateSettings({ 'openai.baseUrl': undefined, provider: 'openai' });
      const { chat } = await strata();
      await chat.newSession();
      await chat.send({ text: 'Hello.' });
      const failure = (await chat.snapshot()).items.at(-1);
      assert.ok(failure?.kind === 'error');
      assert.match(failure.text, /api\.openai\.com .*Nothing was sent/);
      assert.equal(failure.action?.command, 'setApiKey');
    });

    it('stops at once', async () => {
      await connectTo(startScriptedServer([{ kind: 'hang' }]));
      const { chat } = await strata();
      const turn = chat.send({ text: 'Hang.' });
      await eventually('a busy chat', async () => ((await chat.snapshot()).busy ? true : null));
      await commands.executeCommand('strata.stop');
      await turn;
      assert.equal((await chat.snapshot()).busy, false);
    });
  });
}
