import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { workspace } from 'vscode';
import { callsOf, exists, inWorkspace, strata } from './support';

/** A workspace the user has not trusted. */
export function restrictedSuite(): void {
  describe('Restricted Mode', () => {
    it('activates without trust and says what is off', async () => {
      assert.equal(workspace.isTrusted, false);
      const { chat } = await strata();
      assert.match((await chat.snapshot()).restricted ?? '', /not trusted/);
    });

    it('reads', async () => {
      const { chat } = await strata();
      await chat.send({ text: 'read hello.txt' });
      const [call] = callsOf((await chat.snapshot()).items);
      assert.equal(call?.status, 'done');
      assert.match(call.result ?? '', /Hello from the workspace/);
    });

    it('refuses to run and to write, without asking', async () => {
      const { chat } = await strata();
      await chat.newSession();
      await chat.send({ text: 'run touch ran.txt' });
      await chat.send({ text: 'write written.txt: text' });
      const { items, approval } = await chat.snapshot();
      assert.equal(approval, null);
      assert.deepEqual(
        callsOf(items).map(({ name, status }) => ({ name, status })),
        [
          { name: 'bash', status: 'denied' },
          { name: 'write_file', status: 'denied' },
        ],
      );
      assert.equal(await exists(inWorkspace('ran.txt')), false);
      assert.equal(await exists(inWorkspace('written.txt')), false);
    });
  });
}
