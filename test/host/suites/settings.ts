import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { ConfigurationTarget, commands, workspace } from 'vscode';
import type { InspectorSnapshot } from '../../../src/protocol/inspectorFacts';
import { eventually, inWorkspace, strata } from './support';

/** One long result between short ones: far below the window, far above a threshold of a hundred tokens. */
const conversation = [
  { role: 'system', content: 'You are a careful agent.' },
  { role: 'user', content: 'What is in the log?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'read_file', arguments: '{"path":"log.txt"}' } }],
  },
  { role: 'tool', tool_call_id: 'call_1', content: 'A line of the log, one of many.\n'.repeat(400) },
  { role: 'assistant', content: 'Many lines.' },
  { role: 'user', content: 'Thanks.' },
  { role: 'assistant', content: 'Gladly.' },
];

async function setThreshold(tokens: number | undefined): Promise<void> {
  const configuration = workspace.getConfiguration('strata');
  await configuration.update('layer1.offloadThresholdTokens', tokens, ConfigurationTarget.Global);
}

async function setWindow(tokens: number | undefined): Promise<void> {
  await workspace.getConfiguration('strata').update('model.window', tokens, ConfigurationTarget.Global);
}

export function settingsTests(): void {
  describe('a change in the settings', () => {
    afterEach(async () => {
      await setThreshold(undefined);
      await setWindow(undefined);
      await commands.executeCommand('workbench.action.closeAllEditors');
    });

    it('recolours an open transcript, and back', async () => {
      const file = inWorkspace('conversation.json');
      await workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(conversation)));
      const { transcriptSnapshots } = await strata();
      await commands.executeCommand('strata.openTranscript', file);
      const withTruncated = (count: number): Promise<InspectorSnapshot> =>
        eventually(`a transcript with ${String(count)} truncated messages`, async () => {
          const [snapshot] = await transcriptSnapshots();
          return snapshot?.fates.truncated === count ? snapshot : null;
        });
      const before = await withTruncated(0);
      assert.equal(before.messageCount, conversation.length);
      assert.equal(before.kind, 'transcript');

      await setThreshold(200);
      const changed = await withTruncated(1);
      assert.ok(changed.contextTokens < before.contextTokens);
      assert.ok(changed.revision > before.revision);

      await setThreshold(undefined);
      const restored = await withTruncated(0);
      assert.equal(restored.contextTokens, before.contextTokens);
    });

    it('shows an open transcript under another window', async () => {
      const file = inWorkspace('conversation.json');
      const { transcriptSnapshots } = await strata();
      await commands.executeCommand('strata.openTranscript', file);
      await eventually('an open transcript', async () => (await transcriptSnapshots())[0] ?? null);

      await setWindow(2000);
      await eventually('the transcript under a window of 2000 tokens', async () => {
        const [snapshot] = await transcriptSnapshots();
        return snapshot?.window === 2000 && snapshot.fates.truncated === 1 ? snapshot : null;
      });
    });
  });
}
