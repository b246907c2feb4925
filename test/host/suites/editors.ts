import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { Position, WorkspaceEdit, commands, workspace, type TextDocument } from 'vscode';
import { callsOf, eventually, inWorkspace, strata } from './support';

/** A file on the disk with a line typed into its editor and not saved. */
async function unsaved(name: string): Promise<TextDocument> {
  const file = inWorkspace(name);
  await workspace.fs.writeFile(file, new TextEncoder().encode('saved\n'));
  const document = await workspace.openTextDocument(file);
  const edit = new WorkspaceEdit();
  edit.insert(file, new Position(1, 0), 'typed and not saved\n');
  assert.ok(await workspace.applyEdit(edit));
  assert.ok(document.isDirty);
  return document;
}

export function editorTests(): void {
  describe('a file with unsaved changes', () => {
    afterEach(async () => {
      await commands.executeCommand('workbench.action.closeAllEditors');
    });

    it('is read as it stands in its editor', async () => {
      await unsaved('unsaved.txt');
      const { chat } = await strata();
      await chat.newSession();
      await chat.send({ text: 'read unsaved.txt' });
      const [call] = callsOf((await chat.snapshot()).items);
      assert.match(call?.result ?? '', /typed and not saved/);
    });

    it('is written through its editor, so that undo brings the typed text back', async () => {
      const document = await unsaved('written.txt');
      const { chat } = await strata();
      await chat.newSession();
      const turn = chat.send({ text: 'edit written.txt: "typed and not saved" -> "changed by the agent"' });
      const approval = await eventually('a question', async () => (await chat.snapshot()).approval);
      await chat.answerApproval({ id: approval.id, answer: 'once' });
      await turn;
      const [call] = callsOf((await chat.snapshot()).items);
      assert.equal(call?.status, 'done', call?.result ?? '');
      assert.equal(document.getText(), 'saved\nchanged by the agent\n');
      assert.equal(document.isDirty, false);
    });
  });
}
