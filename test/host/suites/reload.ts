import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { callsOf, repliesOf, strata } from './support';

/** Before the window is reloaded: what must survive is made here. */
export function reloadSuiteBefore(): void {
  describe('before the reload', () => {
    it('holds a conversation', async () => {
      const { chat } = await strata();
      await chat.send({ text: 'read hello.txt' });
      const { items, title } = await chat.snapshot();
      assert.equal(title, 'read hello.txt');
      assert.equal(callsOf(items).length, 1);
    });

    it('pins a message', async () => {
      const { chat } = await strata();
      await chat.setPinned({ index: 1, pinned: true });
    });
  });
}

/** After the reload, over the same workspace and storage. */
export function reloadSuiteAfter(): void {
  describe('after the reload', () => {
    it('has the conversation again, with its pin', async () => {
      const { chat } = await strata();
      const { items, title } = await chat.snapshot();
      assert.equal(title, 'read hello.txt');
      const [question] = items;
      assert.deepEqual(question?.kind === 'user' && { text: question.text, pinned: question.pinned }, {
        text: 'read hello.txt',
        pinned: true,
      });
      const [call] = callsOf(items);
      assert.equal(call?.status, 'done');
      assert.match(call.result ?? '', /Hello from the workspace/);
    });

    it('shows it in the inspector and goes on', async () => {
      const { chat, liveSnapshot } = await strata();
      const before = await liveSnapshot();
      assert.equal(before.turnCount, 1);
      await chat.send({ text: 'grep Hello' });
      const after = await liveSnapshot();
      assert.equal(after.turnCount, 2);
      assert.ok(after.messageCount > before.messageCount);
      assert.equal(repliesOf((await chat.snapshot()).items).length, 2);
    });
  });
}
