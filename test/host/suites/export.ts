import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { commands, workspace } from 'vscode';
import { eventually, inWorkspace, strata } from './support';

interface WireMessage {
  role: string;
  content: unknown;
}

export function exportTests(): void {
  describe('export', () => {
    it('writes Markdown and OpenAI messages', async () => {
      const { chat } = await strata();
      await commands.executeCommand('workbench.action.closeAllEditors');
      await chat.newSession();
      await chat.send({ text: 'read hello.txt' });
      const decoder = new TextDecoder();
      const markdown = inWorkspace('session.md');
      await commands.executeCommand('strata.exportSession', null, { target: markdown });
      assert.match(decoder.decode(await workspace.fs.readFile(markdown)), /Hello from the workspace/);

      const messages = inWorkspace('session.jsonl');
      await commands.executeCommand('strata.exportSession', null, { target: messages });
      const lines = decoder
        .decode(await workspace.fs.readFile(messages))
        .trim()
        .split('\n');
      const parsed = lines.flatMap(
        (line) => JSON.parse(line) as WireMessage | WireMessage[] | { messages: WireMessage[] },
      );
      assert.ok(parsed.length > 0);

      const page = inWorkspace('session.html');
      await commands.executeCommand('strata.exportSession', null, { target: page, scope: 'both' });
      const text = decoder.decode(await workspace.fs.readFile(page));
      assert.match(text, /^<!doctype html>[^]*Hello from the workspace[^]*<\/html>\s*$/);

      const again = inWorkspace('again.strata.jsonl');
      await commands.executeCommand('strata.exportSession', null, { target: again, masked: false });
      assert.match(decoder.decode(await workspace.fs.readFile(again)), /^\{"type":"header"/);
      assert.match(JSON.stringify(parsed), /Hello from the workspace/);
    });

    it('writes the transcript that is in front, and the session of the chat where none is', async () => {
      const { chat } = await strata();
      const front = inWorkspace('front.md');
      const exported = async (): Promise<string> => {
        await commands.executeCommand('strata.exportSession', null, { target: front });
        return new TextDecoder().decode(await workspace.fs.readFile(front));
      };
      await chat.newSession();
      await commands.executeCommand('strata.openTranscript', inWorkspace('again.strata.jsonl'));
      await eventually('the transcript in front', async () => /Hello from the workspace/.exec(await exported()));
      await commands.executeCommand('workbench.action.closeAllEditors');
      assert.doesNotMatch(await exported(), /Hello from the workspace/);
    });
  });
}
