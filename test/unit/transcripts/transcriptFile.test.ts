import { Buffer } from 'node:buffer';
import { appendFile, rename, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { openTranscript, readTranscript } from '../../../src/transcripts/registry';
import type { Transcript } from '../../../src/transcripts/transcript';
import { jsonLines, withFile } from '../../support/sessionFiles';

function user(uuid: string, parentUuid: string | null, text = `text ${uuid} é😀`): object {
  return { type: 'user', uuid, parentUuid, sessionId: 's', message: { role: 'user', content: text } };
}

function reply(uuid: string, parentUuid: string, content: object): object {
  return {
    type: 'assistant',
    uuid,
    parentUuid,
    sessionId: 's',
    message: { id: 'reply', model: 'm', content: [content] },
  };
}

const records = [
  user('a', null),
  reply('b', 'a', { type: 'text', text: 'I look.' }),
  reply('c', 'b', { type: 'tool_use', id: 't', name: 'Read', input: { path: 'ü' } }),
  {
    ...user('d', 'c'),
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'found' }] },
  },
  user('e', 'd'),
];

function ofLines(transcript: Transcript): Pick<Transcript, 'messages' | 'problems' | 'callBoundaries' | 'title'> {
  const { messages, problems, callBoundaries, title } = transcript;
  return { messages, problems, callBoundaries, title };
}

describe('a file that grows', () => {
  it('reads on to what a whole reading gives, wherever the writing stopped', async () => {
    const bytes = Buffer.from(jsonLines(records));
    const firstLine = bytes.indexOf('\n') + 1;
    for (let cut = firstLine; cut < bytes.length; cut += 7) {
      await withFile(bytes.subarray(0, cut), async (path) => {
        const file = await openTranscript(path);
        // In two pieces, the first of which ends anywhere too.
        const next = Math.min(bytes.length, cut + 1 + ((cut * 31) % 90));
        for (const [from, to] of [
          [cut, next],
          [next, bytes.length],
        ] as const) {
          if (from === to) continue;
          await appendFile(path, bytes.subarray(from, to));
          await file.readOn();
          expect(ofLines(file.transcript)).toEqual(ofLines(await readTranscript(path)));
        }
        expect(await file.readOn()).toBe(false);
      });
    }
  });

  it('keeps the objects of messages that did not change', async () => {
    await withFile(jsonLines(records.slice(0, 2)), async (path) => {
      const file = await openTranscript(path);
      const [first, second] = file.transcript.messages;
      await appendFile(path, jsonLines(records.slice(2)));
      await file.readOn();
      const [firstNow, secondNow] = file.transcript.messages;
      expect(firstNow).toBe(first);
      expect(secondNow).not.toBe(second);
      expect(secondNow?.parts).toHaveLength(2);
    });
  });

  it('reads a file anew that is another one, shorter, or written over', async () => {
    await withFile(jsonLines(records), async (path) => {
      const file = await openTranscript(path);
      const texts = (): string => file.transcript.messages.map(textOf).join('|');
      await writeFile(path, jsonLines([user('x', null, 'shorter')]));
      expect(await file.readOn()).toBe(true);
      expect(texts()).toBe('shorter');
      await writeFile(
        `${path}.next`,
        jsonLines([user('y', null, 'rotated'), user('z', 'y', 'and longer than before')]),
      );
      await rename(`${path}.next`, path);
      expect(await file.readOn()).toBe(true);
      expect(texts()).toBe('rotated|and longer than before');
      await writeFile(
        path,
        jsonLines([user('o', null, 'over'), user('p', 'o', 'written, and longer still than that was')]),
      );
      expect(await file.readOn()).toBe(true);
      expect(texts()).toBe('over|written, and longer still than that was');
    });
  });

  it('says that a file is gone, and reads it when it is back', async () => {
    await withFile(jsonLines(records), async (path) => {
      const file = await openTranscript(path);
      await rm(path);
      await expect(file.readOn()).rejects.toMatchObject({ reason: 'unreadable' });
      expect(file.transcript.messages).toHaveLength(4);
      await writeFile(path, jsonLines(records.slice(0, 1)));
      expect(await file.readOn()).toBe(true);
      expect(file.transcript.messages).toHaveLength(1);
    });
  });

  it('takes a last line as it is that was torn and then written on', async () => {
    await withFile(`${jsonLines([user('a', null)])}${JSON.stringify(user('b', 'a'))}{"type":"us`, async (path) => {
      const file = await openTranscript(path);
      expect(file.transcript.messages.map(({ id }) => id)).toEqual(['a', 'b']);
      expect(file.transcript.problems).toHaveLength(1);
      await appendFile(path, `er","uuid":"c","parentUuid":"b","sessionId":"s","message":{"content":"last"}}\n`);
      await file.readOn();
      expect(file.transcript.messages.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    });
  });

  it('reads a document anew when it was written again', async () => {
    const list = [{ role: 'user', content: 'one' }];
    await withFile(JSON.stringify(list, null, 1), async (path) => {
      const file = await openTranscript(path);
      expect(await file.readOn()).toBe(false);
      await writeFile(path, JSON.stringify([...list, { role: 'assistant', content: 'two' }], null, 1));
      expect(await file.readOn()).toBe(true);
      expect(file.transcript.messages.map(textOf)).toEqual(['one', 'two']);
    });
  });

  it('reads no more than the first bytes where only they are wanted', async () => {
    const many = Array.from({ length: 50 }, (_, index) => user(`u${index}`, index === 0 ? null : `u${index - 1}`));
    await withFile(jsonLines(many), async (path) => {
      const { messages } = await readTranscript(path, { firstBytes: 1_000 });
      expect(messages.length).toBeGreaterThan(3);
      expect(messages.length).toBeLessThan(20);
    });
  });
});
