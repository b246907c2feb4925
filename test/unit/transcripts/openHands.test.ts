import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openTranscript, readTranscript } from '../../../src/transcripts/registry';
import { fixtureFolder, jsonLines, withFile, withFolder } from '../../support/sessionFiles';

const CONVERSATION = join(fixtureFolder, 'openhands/conversation');
const events = readdirSync(join(CONVERSATION, 'events')).sort();

async function withConversation<Result>(action: (folder: string) => Promise<Result>): Promise<Result> {
  return withFolder(async (folder) => {
    cpSync(CONVERSATION, folder, { recursive: true });
    return action(folder);
  });
}

describe('a conversation of OpenHands', () => {
  it('is read whole from its state or from any of its events', async () => {
    const whole = await readTranscript(join(CONVERSATION, 'base_state.json'));
    expect(whole.format).toBe('openhands');
    for (const name of [events[0] ?? '', events[8] ?? '']) {
      const { messages, model, workspace, recorded } = await readTranscript(join(CONVERSATION, 'events', name));
      expect(messages).toEqual(whole.messages);
      expect(recorded).toEqual(whole.recorded);
      expect({ model, workspace }).toEqual({ model: 'anthropic/claude-sonnet-4', workspace: '/work/app' });
    }
  });

  it('makes one reply of the calls of a response, with their results behind it', async () => {
    const { messages, callBoundaries } = await readTranscript(join(CONVERSATION, 'base_state.json'));
    expect(
      messages.map(({ role, synthetic }) => (synthetic === undefined ? role : `${role}:${synthetic}`)).join(' '),
    ).toBe('system user user:injected assistant tool tool user:summary assistant tool assistant');
    expect(messages[3]?.parts.map(({ type }) => type)).toEqual(['thinking', 'text', 'toolCall', 'toolCall']);
    expect(messages[3]?.usage).toEqual({ inputTokens: 3000, cachedInputTokens: 2500, outputTokens: 80 });
    expect(messages[5]).toMatchObject({ toolCallId: 'c2', isError: true });
    expect(messages[1]?.parts[1]).toMatchObject({ type: 'media', data: 'iVBORw0KGgo=' });
    expect(callBoundaries).toEqual([3, 7, 9]);
  });

  it('says exactly which messages were forgotten, and what set it off', async () => {
    const { recorded } = await readTranscript(join(CONVERSATION, 'base_state.json'));
    expect(recorded?.compactions).toEqual([
      {
        index: 6,
        kind: 'condensation',
        trigger: 'context_limit',
        effects: [{ from: 3, to: 6, fate: 'summarized' }],
        summary: 6,
      },
      { index: 10, kind: 'condensation', effects: [{ from: 7, to: 9, fate: 'pruned' }] },
    ]);
  });

  it('tells of a kind it does not know once', async () => {
    const { problems } = await readTranscript(join(CONVERSATION, 'base_state.json'));
    expect(problems.map(({ reason }) => reason)).toEqual(['1 record of the unknown kind FutureEvent, left out.']);
  });

  it('goes by the number of a file, not by its name', async () => {
    await withConversation(async (folder) => {
      const before = await readTranscript(join(folder, 'base_state.json'));
      const first = events[0] ?? '';
      renameSync(join(folder, 'events', first), join(folder, 'events', first.replace('event-00000', 'event-000000')));
      expect((await readTranscript(join(folder, 'base_state.json'))).messages).toEqual(before.messages);
    });
  });

  it('is read without files that are broken, and tells of them', async () => {
    await withConversation(async (folder) => {
      writeFileSync(join(folder, 'events', events[4] ?? ''), '{"kind":"Observ');
      writeFileSync(join(folder, 'events', 'notes.json'), '{}');
      const { messages, problems } = await readTranscript(join(folder, 'base_state.json'));
      expect(messages).toHaveLength(9);
      expect(problems.map(({ reason }) => reason)).toContain(
        `1 files of events cannot be read, ${events[4] ?? ''} first.`,
      );
    });
  });

  it('is read from one event where the others are gone', async () => {
    const content = readFileSync(join(CONVERSATION, 'events', events[1] ?? ''));
    await withFile(
      content,
      async (path) => {
        expect((await readTranscript(path)).messages).toHaveLength(2);
      },
      'one.json',
    );
    await withConversation(async (folder) => {
      for (const name of events) if (name !== events[1]) rmSync(join(folder, 'events', name));
      rmSync(join(folder, 'base_state.json'));
      expect((await readTranscript(join(folder, 'events', events[1] ?? ''))).messages).toHaveLength(2);
    });
  });

  it('reads lists and lines of events, in which nothing is looked for beside them', async () => {
    const list = events.map((name) => JSON.parse(readFileSync(join(CONVERSATION, 'events', name), 'utf8')) as unknown);
    for (const text of [JSON.stringify(list), jsonLines(list), JSON.stringify({ items: list })]) {
      await withFile(text, async (path) => {
        const { format, messages } = await readTranscript(path);
        expect(format).toBe('openhands');
        expect(messages).toHaveLength(10);
      });
    }
  });

  it('keeps the objects of messages that did not change', async () => {
    await withConversation(async (folder) => {
      const file = await openTranscript(join(folder, 'base_state.json'));
      const before = file.transcript.messages;
      const state = JSON.parse(readFileSync(join(folder, 'base_state.json'), 'utf8')) as object;
      writeFileSync(join(folder, 'base_state.json'), JSON.stringify({ ...state, execution_status: 'idle' }));
      await file.readOn();
      expect(file.transcript.messages.every((message, index) => message === before[index])).toBe(true);
    });
  });
});

describe('a trajectory of the first OpenHands', () => {
  it('is made into calls with their results', async () => {
    const { format, messages, model, problems } = await readTranscript(
      join(fixtureFolder, 'openhands/trajectory.json'),
    );
    expect({ format, model }).toEqual({ format: 'openhands', model: 'gpt-4o' });
    expect(messages.map(({ role }) => role).join(' ')).toBe(
      'system user user assistant tool tool user assistant tool assistant',
    );
    expect(messages[3]?.parts.map((part) => (part.type === 'toolCall' ? part.arguments : ''))).toEqual([
      '',
      '{"command": "ls"}',
      '{"command": "pwd"}',
    ]);
    expect(messages[3]?.usage).toEqual({ inputTokens: 700, cachedInputTokens: 0, outputTokens: 30 });
    expect(messages[5]).toMatchObject({ toolCallId: 'k2', toolName: 'execute_bash', isError: true });
    expect(messages[7]?.parts[1]).toEqual({
      type: 'toolCall',
      id: 'action-10',
      name: 'run',
      arguments: '{"command":"cat a"}',
    });
    expect(messages[8]?.toolCallId).toBe('action-10');
    expect(problems).toEqual([]);
  });

  it('reads a range of forgotten events, however large it says it is', async () => {
    const text = readFileSync(join(fixtureFolder, 'openhands/trajectory.json'), 'utf8');
    for (const changed of [text, text.replace('"forgotten_events_end_id": 8', '"forgotten_events_end_id": 1e300')]) {
      await withFile(changed, async (path) => {
        expect((await readTranscript(path)).recorded?.compactions).toMatchObject([
          { index: 6, kind: 'condensation', effects: [{ from: 3, to: 6, fate: 'summarized' }], summary: 6 },
        ]);
      });
    }
  });
});
