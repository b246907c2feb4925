import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { archiveResult } from '../../../src/engine/archiveOriginals';
import { MemoryArchive } from '../../../src/engine/memoryArchive';
import { sha256 } from '../../../src/models/contentHash';
import { readMessage } from '../../../src/worker/readMessage';
import { result } from '../../support/engineFixture';

describe('a message that was read when it came', () => {
  it.each(['plain', 'half a pair: \ud835', ''])('goes to the archive under the name of its content: %j', (text) => {
    const read = result('a', text);
    readMessage(read);
    const inHand = new MemoryArchive((content) => createHash('sha256').update(content).digest('hex'));
    const archive = new MemoryArchive(sha256);
    expect(archiveResult(archive, read)).toEqual(archiveResult(inHand, read));
    expect([...archive.entries]).toEqual([...inHand.entries]);
  });

  it('is hashed once', () => {
    const read = result('a', 'once');
    readMessage(read);
    expect(sha256('not looked at', read)).toBe(sha256('once'));
  });
});
