import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../src/engine/message';
import { readTranscript } from '../../src/transcripts/registry';
import { corpusFiles } from '../support/corpus';

const pi = corpusFiles('pi');
const trajectories = corpusFiles('swe-agent').filter((file) => file.endsWith('.traj'));
const others = corpusFiles('vscode-copilot', 'aider', 'specstory-md').filter((file) => !file.includes('empty'));

it.skipIf(pi.length === 0)('the recorded track of pi says what its file says', async () => {
  for (const file of pi) {
    const entries = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; firstKeptEntryIndex?: number; tokensBefore?: number });
    const { messages, recorded } = await readTranscript(file);
    const told = (recorded?.compactions ?? []).map(({ tokensBefore, effects }) => ({
      tokensBefore,
      // A line of the file is an entry of it, counted from the header.
      firstKeptEntryIndex: (messages[effects?.[0]?.to ?? -1]?.source?.line ?? 0) - 1,
    }));
    const compactions = entries.filter(({ type }) => type === 'compaction');
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual(
      compactions.map(({ tokensBefore, firstKeptEntryIndex }) => ({ tokensBefore, firstKeptEntryIndex })),
    );
  }
});

interface Step {
  readonly messages?: readonly { readonly content: string }[];
  readonly query?: readonly { readonly content: string }[];
}

describe.skipIf(trajectories.length === 0)('trajectories of SWE-agent', () => {
  it.each(trajectories.map((file) => [basename(file), file] as const))(
    '%s: each input is told',
    async (_name, file) => {
      const { messages, callBoundaries, recorded } = await readTranscript(file);
      const steps = (JSON.parse(readFileSync(file, 'utf8')) as { trajectory?: readonly Step[] }).trajectory ?? [];
      expect(callBoundaries.length).toBeGreaterThan(0);
      callBoundaries.forEach((boundary, call) => {
        const input = steps[call]?.query ?? steps[call - 1]?.messages;
        if (input === undefined) return;
        const standing = messages.slice(0, boundary).map((message) => textOf(message));
        for (const { index, effects = [] } of recorded?.compactions ?? []) {
          if (index > boundary) continue;
          for (const { from, to, text } of effects) standing.fill(text ?? '', from, to);
        }
        expect(standing).toEqual(input.map(({ content }) => content));
      });
    },
  );
});

describe.skipIf(others.length === 0)('chats and Markdown', () => {
  it.each(others.map((file) => [basename(file), file] as const))('%s opens without a problem', async (_name, file) => {
    const { messages, callBoundaries, problems } = await readTranscript(file);
    expect(messages.length).toBeGreaterThan(5);
    expect(callBoundaries.length).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });

  it('says that a file without turns is empty', async () => {
    for (const file of corpusFiles('specstory-md').filter((name) => name.includes('empty'))) {
      await expect(readTranscript(file)).rejects.toMatchObject({ reason: 'empty' });
    }
  });
});
