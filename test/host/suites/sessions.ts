import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { repliesOf, strata } from './support';

export function sessionTests(): void {
  describe('sessions', () => {
    it('can be left, found in the list, opened again and deleted', async () => {
      const { chat, sessions } = await strata();
      await commands.executeCommand('strata.newSession');
      await chat.send({ text: 'read hello.txt' });
      const first = await chat.snapshot();

      await commands.executeCommand('strata.newSession');
      await chat.send({ text: 'glob *.txt' });
      const second = await chat.snapshot();
      assert.notEqual(second.sessionId, first.sessionId);
      assert.equal(second.items[0]?.kind === 'user' && second.items[0].text, 'glob *.txt');
      const titles = (await sessions.list()).map(({ title }) => title);
      assert.deepEqual(titles.slice(0, 2), ['glob *.txt', 'read hello.txt']);

      await commands.executeCommand('strata.openSession', first.sessionId);
      const again = await chat.snapshot();
      assert.equal(again.sessionId, first.sessionId);
      assert.deepEqual(repliesOf(again.items), repliesOf(first.items));

      await sessions.delete(first.sessionId);
      assert.notEqual((await chat.snapshot()).sessionId, first.sessionId);
      assert.deepEqual(
        (await sessions.list()).filter(({ id }) => id === first.sessionId),
        [],
      );

      assert.equal((await sessions.listTrash())[0]?.id, first.sessionId);
      await commands.executeCommand('strata.restoreSession', first.sessionId);
      await commands.executeCommand('strata.openSession', first.sessionId);
      assert.deepEqual(repliesOf((await chat.snapshot()).items), repliesOf(first.items));
    });

    it('get another title, in the chat or not', async () => {
      const { chat, sessions } = await strata();
      await commands.executeCommand('strata.newSession');
      await chat.send({ text: 'read hello.txt' });
      const { sessionId } = await chat.snapshot();
      await sessions.rename(sessionId, 'In the chat');
      assert.equal((await chat.snapshot()).title, 'In the chat');
      await commands.executeCommand('strata.newSession');
      await sessions.rename(sessionId, 'Out of it');
      assert.equal((await sessions.list()).find(({ id }) => id === sessionId)?.title, 'Out of it');
    });

    it('are not made by asking for a new one twice', async () => {
      const { chat } = await strata();
      await chat.newSession();
      const { sessionId } = await chat.snapshot();
      await chat.newSession();
      assert.equal((await chat.snapshot()).sessionId, sessionId);
    });
  });
}
