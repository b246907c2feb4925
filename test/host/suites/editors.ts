import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { afterEach, describe, it } from 'mocha';
import {
  Position,
  TabInputTextDiff,
  WorkspaceEdit,
  commands,
  env,
  window,
  workspace,
  type TextDocument,
  type Uri,
} from 'vscode';
import { ripgrepPath } from '../../../src/platform/ripgrepPath';
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
      await chat.answerApproval({ id: approval.id, answer: 'once', reason: '' });
      await turn;
      const [call] = callsOf((await chat.snapshot()).items);
      assert.equal(call?.status, 'done', call?.result ?? '');
      assert.equal(document.getText(), 'saved\nchanged by the agent\n');
      assert.equal(document.isDirty, false);
    });
  });

  it('a file with unsaved changes is also known where its editor was opened by way of a link', async () => {
    const real = inWorkspace('real.txt');
    await workspace.fs.writeFile(real, new TextEncoder().encode('saved\n'));
    await symlink(real.fsPath, inWorkspace('link.txt').fsPath);
    await unsaved('link.txt');
    const { chat } = await strata();
    await chat.newSession();
    await chat.send({ text: 'read real.txt' });
    const [call] = callsOf((await chat.snapshot()).items);
    assert.match(call?.result ?? '', /typed and not saved/);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  describe('a file that is open and saved', () => {
    afterEach(async () => {
      await commands.executeCommand('workbench.action.closeAllEditors');
    });

    it('is changed in one step that undo takes back, its line breaks kept', async () => {
      const file = inWorkspace('open.txt');
      await workspace.fs.writeFile(file, new TextEncoder().encode('\uFEFFone\r\ntwo\r\n'));
      const document = await workspace.openTextDocument(file);
      await window.showTextDocument(document);
      const { chat } = await strata();
      await chat.newSession();
      const turn = chat.send({ text: 'edit open.txt: "one\\ntwo" -> "1\\n2\\n3"' });
      const approval = await eventually('a question', async () => (await chat.snapshot()).approval);
      await chat.showProposal({ id: approval.id });
      const diff = await eventually('a diff editor', async () => {
        const { input } = window.tabGroups.activeTabGroup.activeTab ?? {};
        return input instanceof TabInputTextDiff ? input : null;
      });
      const textOf = async (uri: Uri): Promise<string> => (await workspace.openTextDocument(uri)).getText();
      assert.match(await textOf(diff.original), /one\r?\ntwo/);
      assert.match(await textOf(diff.modified), /1\r?\n2\r?\n3/);
      assert.equal(document.getText(), 'one\r\ntwo\r\n');
      await chat.answerApproval({ id: approval.id, answer: 'once', reason: '' });
      await turn;
      const [call] = callsOf((await chat.snapshot()).items);
      assert.equal(call?.status, 'done', call?.result ?? '');
      assert.equal(document.getText(), '1\r\n2\r\n3\r\n');
      assert.equal(document.isDirty, false);
      const written = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await workspace.fs.readFile(file));
      assert.equal(written, '\uFEFF1\r\n2\r\n3\r\n');
      await window.showTextDocument(document);
      await commands.executeCommand('undo');
      assert.equal(document.getText(), 'one\r\ntwo\r\n');
    });

    it('is found by ripgrep as it stands in its editor', async () => {
      assert.notEqual(await ripgrepPath(env.appRoot), null, 'this VS Code brings no ripgrep');
      await unsaved('searched.txt');
      const { chat } = await strata();
      await chat.newSession();
      await chat.send({ text: 'grep typed and not saved' });
      const [call] = callsOf((await chat.snapshot()).items);
      assert.match(call?.result ?? '', /searched\.txt:2:typed and not saved/);
    });
  });
}
