import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { commands, window } from 'vscode';
import { call, say } from '../../support/scriptedServer/replies';
import type { Script, ScriptedReply } from '../../support/scriptedServer/script';
import { startScriptedChat, type ScriptedChat } from './scriptedChat';
import { callsOf, eventually, exists, inWorkspace, updateSettings } from './support';

/** The command of the user's message, then an answer to its result. */
const runsWhatIsSaid: Script = ({ body }, number): ScriptedReply => {
  const last = body.messages?.at(-1);
  if (last?.role !== 'user') return say('Done.');
  return call({ id: `call_${String(number)}`, name: 'bash', arguments: JSON.stringify({ command: last.content }) });
};

export function approvalTests(): void {
  describe('a question before a tool runs', () => {
    let open: ScriptedChat | null = null;

    afterEach(async () => {
      await open?.close();
      open = null;
      await updateSettings({ 'approvals.deny': undefined });
    });

    async function start(script: Script): Promise<ScriptedChat> {
      open = await startScriptedChat(script);
      return open;
    }

    it('is not asked again once a rule was made, and again once the rule was revoked', async () => {
      const { chat, question, results } = await start(runsWhatIsSaid);
      const first = chat.send({ text: 'ls .' });
      const asked = await question();
      assert.equal(asked.alwaysRule, 'Bash(ls *)');
      await chat.answerApproval({ id: asked.id, answer: 'always', reason: '' });
      await first;

      // Another session of the workspace, another command of the rule: nobody is asked.
      await chat.newSession();
      await chat.send({ text: 'ls ./' });
      assert.equal(results().length, 1);
      assert.doesNotMatch(results()[0] ?? '', /denied|refused/);

      // The list holds the rule alone; choosing it takes it back.
      const listed = commands.executeCommand('strata.manageApprovals');
      await eventually('the list without the rule', async () => {
        await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        const again = chat.send({ text: 'ls ././' });
        const state = await eventually('an end or a question', async () => {
          const { approval, busy } = await chat.snapshot();
          return approval !== null || !busy ? { approval } : null;
        });
        if (state.approval === null) return null;
        assert.equal(state.approval.detail, 'ls ././');
        await chat.answerApproval({ id: state.approval.id, answer: 'deny', reason: '' });
        await again;
        return true;
      });
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await listed;
    });

    it('that is denied tells the model why, and runs nothing', async () => {
      const { chat, question, results } = await start(runsWhatIsSaid);
      const turn = chat.send({ text: 'touch denied.txt' });
      const { id } = await question();
      await chat.answerApproval({ id, answer: 'deny', reason: 'Use the other folder.' });
      await turn;
      assert.match(results()[0] ?? '', /denied by the user.*Use the other folder\./su);
      const [refused] = callsOf((await chat.snapshot()).items);
      assert.equal(refused?.status, 'denied');
      assert.equal(await exists(inWorkspace('denied.txt')), false);
    });

    it('is answered by a rule of the settings that forbids, whatever was allowed', async () => {
      await updateSettings({ 'approvals.deny': ['Bash(touch *)'] });
      const { chat, results } = await start(runsWhatIsSaid);
      await chat.send({ text: 'touch forbidden.txt' });
      assert.match(results()[0] ?? '', /denied by a rule of the user/);
      assert.equal(await exists(inWorkspace('forbidden.txt')), false);
    });

    it('can be looked at as a change in a diff editor, before anything is written', async () => {
      const { chat, question } = await start([
        call({ id: 'call_1', name: 'create_file', arguments: '{"path":"shown.txt","content":"shown"}' }),
        say('Done.'),
      ]);
      const turn = chat.send({ text: 'Create it.' });
      const { id, changesFile } = await question();
      assert.equal(changesFile, true);
      await chat.showProposal({ id });
      assert.match(window.tabGroups.activeTabGroup.activeTab?.label ?? '', /shown\.txt/);
      assert.equal(await exists(inWorkspace('shown.txt')), false);
      await chat.answerApproval({ id, answer: 'once', reason: '' });
      const labels = window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
      assert.deepEqual(
        labels.filter((label) => label.includes('shown.txt')),
        [],
      );
      await turn;
      assert.equal(await exists(inWorkspace('shown.txt')), true);
      await commands.executeCommand('workbench.action.closeAllEditors');
    });

    it('is no way to an address of this machine', async () => {
      const { chat, question, results, server } = await start((request, number) => {
        if (request.body.messages?.at(-1)?.role !== 'user') return say('Done.');
        return call({ id: `call_${String(number)}`, name: 'web_fetch', arguments: JSON.stringify({ url: address }) });
      });
      const address = server.url;
      const turn = chat.send({ text: 'Fetch it.' });
      const { id, sessionScope } = await question();
      assert.equal(sessionScope, 'host');
      await chat.answerApproval({ id, answer: 'once', reason: '' });
      await turn;
      assert.match(results()[0] ?? '', /not fetched/);
      assert.equal(server.listings.length, 0);
    });
  });
}
