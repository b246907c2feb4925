import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import type { ChatItem } from '../../../src/protocol/chat';
import { repliesOf, strata } from './support';

function saidIn(items: readonly ChatItem[]): readonly string[] {
  return items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
}

function linksIn(items: readonly ChatItem[]): readonly string[] {
  return items.flatMap((item) =>
    item.kind === 'note' && item.action?.command === 'openSession' ? [item.action.sessionId] : [],
  );
}

export function branchTests(): void {
  describe('sessions that come from others', () => {
    it('are made by editing a message, and lead back', async () => {
      const { chat } = await strata();
      await commands.executeCommand('strata.newSession');
      await chat.send({ text: 'read hello.txt' });
      await chat.send({ text: 'glob *.md' });
      const first = await chat.snapshot();
      const edited = first.items.find((item) => item.kind === 'user' && item.text === 'glob *.md');
      assert.ok(edited?.kind === 'user');

      await chat.editAndResend({ index: edited.index, text: 'glob *.txt' });
      const fork = await chat.snapshot();
      assert.notEqual(fork.sessionId, first.sessionId);
      assert.deepEqual(saidIn(fork.items), ['read hello.txt', 'glob *.txt']);
      assert.equal(repliesOf(fork.items)[0], repliesOf(first.items)[0]);
      assert.deepEqual(linksIn(fork.items), [first.sessionId]);

      await chat.openSession({ id: first.sessionId });
      const again = await chat.snapshot();
      assert.deepEqual(saidIn(again.items), ['read hello.txt', 'glob *.md']);
      assert.deepEqual(linksIn(again.items), [fork.sessionId]);
    });

    it('go on from another one with what was pinned, and nothing is asked before something is said', async () => {
      const { chat, liveSnapshot } = await strata();
      await commands.executeCommand('strata.newSession');
      await chat.send({ text: 'read hello.txt' });
      await chat.setPinned({ index: 1, pinned: true });
      const first = await chat.snapshot();
      await chat.continueSession();
      const next = await chat.snapshot();
      assert.notEqual(next.sessionId, first.sessionId);
      assert.deepEqual(linksIn(next.items), [first.sessionId]);
      assert.deepEqual(
        next.items.map(({ kind }) => kind),
        ['note'],
      );
      assert.equal(next.title, first.title);
      assert.equal((await liveSnapshot()).messageCount, 3);
      await chat.send({ text: 'glob *.txt' });
      assert.deepEqual(saidIn((await chat.snapshot()).items), ['glob *.txt']);
    });

    it('are refused without words to edit', async () => {
      const { chat } = await strata();
      await commands.executeCommand('strata.newSession');
      await chat.send({ text: 'read hello.txt' });
      const { sessionId } = await chat.snapshot();
      await assert.rejects(chat.editAndResend({ index: 2, text: 'x' }), /no message of yours/u);
      assert.equal((await chat.snapshot()).sessionId, sessionId);
    });
  });
}
