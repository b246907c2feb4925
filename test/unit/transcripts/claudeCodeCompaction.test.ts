import { describe, expect, it } from 'vitest';
import { foldRecording } from '../../../src/transcripts/recordedTrack';
import { readTranscript } from '../../../src/transcripts/registry';
import type { Transcript } from '../../../src/transcripts/transcript';
import { characterMessageCounter } from '../../support/characterCounter';
import { jsonLines, withFile } from '../../support/sessionFiles';

const session = { sessionId: 's' };

function user(uuid: string, parentUuid: string | null, content: unknown = uuid, more: object = {}): object {
  return { ...session, type: 'user', uuid, parentUuid, message: { role: 'user', content }, ...more };
}

function assistant(uuid: string, parentUuid: string, content: unknown = uuid, more: object = {}): object {
  return { ...session, type: 'assistant', uuid, parentUuid, message: { id: uuid, model: 'm', content, ...more } };
}

function reading(uuid: string, parent: string): object[] {
  return [
    assistant(uuid, parent, [{ type: 'tool_use', id: `call-${uuid}`, name: 'Read', input: {} }]),
    user(`${uuid}-result`, uuid, [{ type: 'tool_result', tool_use_id: `call-${uuid}`, content: `text ${uuid}` }]),
  ];
}

async function read(records: readonly object[]): Promise<Transcript> {
  return withFile(jsonLines(records), (path) => readTranscript(path));
}

function fatesOf(transcript: Transcript): string {
  const { ledger } = foldRecording(transcript, characterMessageCounter());
  return transcript.messages.map(({ id }, index) => `${id}:${ledger.state(index).fate}`).join(' ');
}

describe('Claude Code, what the file says of compactions', () => {
  const before = [user('a', null), assistant('b', 'a'), user('c', 'b'), assistant('d', 'c')];
  const boundary = (compactMetadata: object): object => ({
    ...session,
    type: 'system',
    subtype: 'compact_boundary',
    uuid: 'x',
    parentUuid: null,
    logicalParentUuid: 'd',
    compactMetadata,
  });
  const after = [user('sum', 'x', 'what was', { isCompactSummary: true }), assistant('e', 'sum')];

  it('summarizes what stood before the boundary, with the numbers of the file', async () => {
    const metadata = { trigger: 'manual', preTokens: 155_250, postTokens: 4_000 };
    const transcript = await read([...before, boundary(metadata), ...after]);
    expect(transcript.recorded?.compactions).toMatchObject([
      { index: 4, kind: 'compact', trigger: 'manual', tokensBefore: 155_250, tokensAfter: 4_000, summary: 4 },
    ]);
    expect(fatesOf(transcript)).toBe('a:summarized b:summarized c:summarized d:summarized sum:kept e:kept');
  });

  it('keeps the messages a boundary names, and those of a segment', async () => {
    const named = { preservedMessages: { anchorUuid: 'sum', uuids: ['c', 'd'] } };
    const run = { preservedSegment: { headUuid: 'c', anchorUuid: 'sum', tailUuid: 'd' } };
    for (const metadata of [named, run]) {
      const transcript = await read([...before, boundary(metadata), ...after]);
      expect(fatesOf(transcript)).toBe('a:summarized b:summarized c:kept d:kept sum:kept e:kept');
    }
  });

  it('clears the results a microcompaction names', async () => {
    const micro = {
      ...session,
      type: 'system',
      subtype: 'microcompact_boundary',
      uuid: 'x',
      parentUuid: 'c-result',
      microcompactMetadata: { trigger: 'auto', preTokens: 58_819, tokensSaved: 20_697, compactedToolIds: ['call-b'] },
    };
    const transcript = await read([user('a', null), ...reading('b', 'a'), ...reading('c', 'b-result'), micro]);
    expect(transcript.recorded?.compactions).toMatchObject([
      { index: 5, kind: 'microcompact', tokensBefore: 58_819, tokensAfter: 38_122 },
    ]);
    expect(fatesOf(transcript)).toBe('a:kept b:kept b-result:compacted c:kept c-result:kept');
  });

  it('clears the oldest results where the API did', async () => {
    const edits = (count: number): object => ({
      context_management: { applied_edits: [{ type: 'clear_tool_uses_20250919', cleared_tool_uses: count }] },
    });
    const transcript = await read([
      user('a', null),
      ...reading('b', 'a'),
      ...reading('c', 'b-result'),
      assistant('d', 'c-result', 'first', edits(1)),
      user('e', 'd'),
      assistant('f', 'e', 'again', edits(1)),
    ]);
    expect(transcript.recorded?.compactions).toMatchObject([{ index: 5, kind: 'clear_tool_uses' }]);
    expect(fatesOf(transcript)).toBe('a:kept b:kept b-result:compacted c:kept c-result:kept d:kept e:kept f:kept');
  });
});
