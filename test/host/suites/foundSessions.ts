import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { after, afterEach, before, describe, it } from 'mocha';
import { TabInputCustom, Uri, commands, window } from 'vscode';
import type { InspectorSnapshot } from '../../../src/protocol/inspectorFacts';
import { eventually, inWorkspace, strata, updateSettings } from './support';

/** Long enough for a list that is not filled by then to be an empty one. */
const fillingMs = 1_500;

/** A word no other session has. */
const needle = 'marmalade-heron-77';

const said = (text: string, cwd: string): string =>
  [
    { type: 'user', uuid: 'a', parentUuid: null, sessionId: 's', cwd, message: { role: 'user', content: text } },
    {
      type: 'assistant',
      uuid: 'b',
      parentUuid: 'a',
      sessionId: 's',
      cwd,
      message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: `I found ${text}.` }] },
    },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join('');

async function snapshotOf(title: string): Promise<InspectorSnapshot> {
  const { transcriptSnapshots } = await strata();
  return eventually(`a session “${title}”`, async () => {
    const snapshots = await transcriptSnapshots();
    return snapshots.find((snapshot) => snapshot.title.includes(title)) ?? null;
  });
}

/** Path of the file in the active custom editor. */
async function activeFile(): Promise<string> {
  return eventually('a custom editor', async () => {
    const { input } = window.tabGroups.activeTabGroup.activeTab ?? {};
    return input instanceof TabInputCustom ? input.uri.fsPath : null;
  });
}

/** Chooses the item at the cursor again and again, until the list is there and the command has ended. */
async function acceptFirst(command: Thenable<unknown>): Promise<void> {
  let ended = false;
  void command.then(() => {
    ended = true;
  });
  await eventually('the end of the command', async () => {
    await delay(fillingMs);
    await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return ended ? true : null;
  });
}

export function foundSessionTests(): void {
  describe('sessions of other agents', () => {
    const saved = { HOME: process.env['HOME'], CLAUDE_CONFIG_DIR: process.env['CLAUDE_CONFIG_DIR'] };
    let home = '';

    before(async () => {
      home = await realpath(await mkdtemp(join(tmpdir(), 'strata-home-')));
      process.env['HOME'] = home;
      delete process.env['CLAUDE_CONFIG_DIR'];
      const write = async (path: string, content: string): Promise<void> => {
        await mkdir(dirname(join(home, path)), { recursive: true });
        await writeFile(join(home, path), content);
      };
      await write('.claude/projects/-here/0f.jsonl', said('the session of this workspace', inWorkspace().fsPath));
      // The newer one, but elsewhere.
      await write('.claude/projects/-else/1f.jsonl', said(`the session with ${needle}`, '/elsewhere'));
    });

    after(async () => {
      for (const [name, value] of Object.entries(saved)) {
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
      await rm(home, { recursive: true, force: true });
    });

    afterEach(async () => {
      await updateSettings({ 'sessions.lookInAgentFolders': undefined });
      await commands.executeCommand('workbench.action.closeAllEditors');
    });

    it('are listed with this workspace first, and open in the inspector', async () => {
      await updateSettings({ 'sessions.lookInAgentFolders': 'always' });
      await acceptFirst(commands.executeCommand('strata.openLatestSession', 'Claude Code'));
      assert.equal(await activeFile(), join(home, '.claude/projects/-here/0f.jsonl'));
    });

    it('are searched, and open at the message', async () => {
      await updateSettings({ 'sessions.lookInAgentFolders': 'always' });
      await acceptFirst(commands.executeCommand('strata.searchSessions', needle));
      assert.equal(await activeFile(), join(home, '.claude/projects/-else/1f.jsonl'));
      assert.equal((await snapshotOf(needle)).messageCount, 2);
    });

    it('are left alone where the setting says so', async () => {
      await updateSettings({ 'sessions.lookInAgentFolders': 'never' });
      const command = commands.executeCommand('strata.searchSessions', needle);
      await delay(2 * fillingMs);
      await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await delay(fillingMs);
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await command;
      assert.equal(window.tabGroups.activeTabGroup.activeTab, undefined);
    });
  });

  it('a file with several sessions shows which of them it shows', async () => {
    const file = inWorkspace('several.json');
    const runs = ['first', 'second', 'third'].map((name, task) => ({
      task_id: task,
      traj: [
        { role: 'user', content: `the ${name} conversation` },
        { role: 'assistant', content: 'Hello.' },
      ],
    }));
    await writeFile(file.fsPath, JSON.stringify(runs));
    await commands.executeCommand('strata.openTranscript', Uri.file(file.fsPath));
    const { transcriptSnapshots, showSession } = await strata();
    const first = await eventually('the file', async () => (await transcriptSnapshots())[0] ?? null);
    assert.deepEqual([first.sessions?.shown, first.sessions?.count], [0, 3]);
    await showSession(file, 2);
    const [third] = await transcriptSnapshots();
    assert.equal(third?.sessions?.shown, 2);
    assert.notEqual(third.title, first.title);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });
}
