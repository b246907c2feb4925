import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { commands, window, workspace, WorkspaceEdit, Range } from 'vscode';
import { call, say } from '../../support/scriptedServer/replies';
import type { Script } from '../../support/scriptedServer/script';
import { startScriptedChat, type ScriptedChat } from './scriptedChat';
import { eventually, repliesOf, strata } from './support';

export function conversationTests(): void {
  describe('a conversation', () => {
    let open: ScriptedChat | null = null;

    afterEach(async () => {
      await open?.close();
      open = null;
      await commands.executeCommand('workbench.action.closeAllEditors');
    });

    async function start(script: Script): Promise<ScriptedChat> {
      open = await startScriptedChat(script);
      return open;
    }

    it('has in its system prompt what is to be remembered, as it stands in the file the person edited', async () => {
      const { chat, systemPrompt } = await start([say('Noted.')]);
      await chat.send({ text: 'Remember this: amounts are in cents' });
      assert.match(systemPrompt(), /- amounts are in cents/);
      await chat.editMemory();
      const document = window.activeTextEditor?.document;
      assert.ok(document !== undefined && document.fileName.endsWith('memory.md'));
      // An editor that has the file open already takes up what was written to it a moment later.
      await eventually('the note in the editor', () =>
        Promise.resolve(/cents/.test(document.getText()) ? document : null),
      );
      const edit = new WorkspaceEdit();
      edit.replace(document.uri, new Range(0, 0, document.lineCount, 0), '- amounts are in euros\n');
      assert.ok(await workspace.applyEdit(edit), 'the memory was not edited');
      const before = await workspace.fs.stat(document.uri);
      const isSaved = await document.save();
      const after = await workspace.fs.stat(document.uri);
      assert.ok(isSaved, `the memory was not saved: ${JSON.stringify({ isDirty: document.isDirty, before, after })}`);
      assert.match(Buffer.from(await workspace.fs.readFile(document.uri)).toString('utf8'), /euros/);
      await chat.send({ text: 'Go on.' });
      assert.match(systemPrompt(), /- amounts are in euros/);
      assert.doesNotMatch(systemPrompt(), /cents/);
      const empty = new WorkspaceEdit();
      empty.replace(document.uri, new Range(0, 0, document.lineCount, 0), '');
      await workspace.applyEdit(empty);
      await document.save();
    });

    it('keeps what is said while a tool waits, shows it, and sends it with the result', async () => {
      const { chat, question, server } = await start([
        call({ id: 'call_1', name: 'bash', arguments: '{"command":"true"}' }),
        say('Both.'),
      ]);
      const turn = chat.send({ text: 'Run it.' });
      const { id } = await question();
      await chat.send({ text: 'And then rest.' });
      await chat.send({ text: 'Not this one.' });
      const { queued } = await chat.snapshot();
      assert.deepEqual(
        queued.map(({ text }) => text),
        ['And then rest.', 'Not this one.'],
      );
      await chat.unqueue({ id: queued[1]?.id ?? '' });
      await chat.answerApproval({ id, answer: 'once', reason: '' });
      await turn;
      const said = server.requests.at(-1)?.body.messages?.map(({ role }) => role);
      assert.deepEqual(said, ['system', 'user', 'assistant', 'tool', 'user']);
      assert.deepEqual((await chat.snapshot()).queued, []);
      assert.doesNotMatch(JSON.stringify(server.requests.at(-1)?.body), /Not this one/);
      assert.deepEqual(server.problems, []);
    });

    it('is forked by saying something else, and both stay', async () => {
      const { chat, server } = await start(({ body }) => say(`To ${String(body.messages?.at(-1)?.content)}`));
      await chat.send({ text: 'one' });
      await chat.send({ text: 'two' });
      const first = await chat.snapshot();
      const second = first.items.filter(({ kind }) => kind === 'user')[1];
      assert.ok(second?.kind === 'user');
      await chat.editAndResend({ index: second.index, text: 'three' });
      const fork = await chat.snapshot();
      assert.notEqual(fork.sessionId, first.sessionId);
      assert.deepEqual(repliesOf(fork.items), ['To one', 'To three']);
      assert.doesNotMatch(JSON.stringify(server.requests.at(-1)?.body.messages), /two/);
      await chat.openSession({ id: first.sessionId });
      assert.deepEqual(repliesOf((await chat.snapshot()).items), ['To one', 'To two']);
      assert.deepEqual(server.problems, []);
    });

    it('goes on in a new session with its pins, and links both', async () => {
      const { chat, server } = await start(({ body }) =>
        body.tools === undefined ? say('## User intent and goals\nA pinned word is kept.') : say('Yes.'),
      );
      await chat.send({ text: 'The word is heron.' });
      await chat.setPinned({ index: 1, pinned: true });
      const { sessionId } = await chat.snapshot();
      await chat.continueSession();
      const next = await eventually('another session', async () => {
        const snapshot = await chat.snapshot();
        return snapshot.sessionId === sessionId ? null : snapshot;
      });
      const linked = (items: typeof next.items): readonly string[] =>
        items.flatMap((item) =>
          item.kind === 'note' && item.action?.command === 'openSession' ? [item.action.sessionId] : [],
        );
      assert.deepEqual(linked(next.items), [sessionId]);
      await chat.send({ text: 'Which word?' });
      assert.match(JSON.stringify(server.requests.at(-1)?.body.messages), /heron/);
      await chat.openSession({ id: sessionId });
      assert.deepEqual(linked((await chat.snapshot()).items), [next.sessionId]);
      assert.deepEqual(server.problems, []);
      assert.ok((await (await strata()).sessions.list()).length >= 2);
    });
  });
}
