import { describe, expect, it } from 'vitest';
import { planBeforeCall } from '../../../src/engine/cascade';
import { archiveMedia } from '../../../src/engine/archiveOriginals';
import { MemoryArchive } from '../../../src/engine/memoryArchive';
import { assistant, engineFixture, numberedLines, user } from '../../support/engineFixture';

describe('files of what was removed', () => {
  it('name a few earlier ones each, and lead to all of them', () => {
    const { ledger, options, archive } = engineFixture([user('go')], 4_000);
    for (let turn = 0; turn < 120; turn += 1) {
      ledger.append(assistant(numberedLines(150)));
      ledger.append(user(`next ${turn}`));
      planBeforeCall(ledger, options);
    }
    const files = [...archive.entries.values()].filter(({ pointer }) => pointer.endsWith('.md'));
    const linked = new Map(
      files.map(({ pointer, content }) => [pointer, 'text' in content ? pointersIn(content.text) : []]),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const named of linked.values())
      expect(named.length).toBeLessThanOrEqual(Math.ceil(Math.log2(files.length)) + 1);
    const reached = new Set([ledger.notice?.pointer ?? '']);
    for (const pointer of reached) for (const next of linked.get(pointer) ?? []) reached.add(next);
    expect(reached.size).toBe(files.length);
  });

  it.each(['constructor', '__proto__', 'image/../../x'])('have plain names, whatever the type %s says', (mediaType) => {
    const archive = new MemoryArchive(() => '0123456789abcdef');
    expect(archiveMedia(archive, { type: 'media', kind: 'image', mediaType, data: 'AAAA' })).toBe(
      '0123456789abcdef.bin',
    );
  });
});

function pointersIn(text: string): string[] {
  return [...text.matchAll(/^- ([0-9a-f]{16}\.md)$/gm)].map(([, pointer = '']) => pointer);
}
