import { createHash } from 'node:crypto';
import { readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MemoryArchive } from '../../../src/engine/memoryArchive';
import { ArchiveFolder } from '../../../src/session/archiveFolder';
import { temporaryFolder } from '../../unit/session/support/temporaryFolder';

const hash = (content: string): string => createHash('sha256').update(content).digest('hex');

/** An archive as the engine fills it, with a way to read back what a pointer names. */
interface Subject {
  readonly archive: MemoryArchive;
  readonly read: (pointer: string) => Promise<Buffer | null>;
}

const subjects: readonly (readonly [name: string, make: () => Promise<Subject>])[] = [
  [
    'in memory',
    async () => {
      const archive = new MemoryArchive(hash);
      const read = async (pointer: string): Promise<Buffer | null> => {
        const content = archive.entries.get(pointer)?.content;
        if (content === undefined) return null;
        return 'text' in content ? Buffer.from(content.text) : Buffer.from(content.base64, 'base64');
      };
      return { archive, read };
    },
  ],
  [
    'in a folder',
    async () => {
      const archive = new MemoryArchive(hash);
      const folder = new ArchiveFolder(join(await temporaryFolder(), 'archive'));
      const read = async (pointer: string): Promise<Buffer | null> => {
        await folder.write(archive.takeNew());
        return folder.read(pointer);
      };
      return { archive, read };
    },
  ],
];

describe.each(subjects)('the contract of an archive, %s', (_name, make) => {
  it.each(['text', '', 'émoji 👩‍👩‍👧\r\n漢字\0', 'x'.repeat(1_000_000)])(
    'gives back a text byte for byte (%#)',
    async (text) => {
      const { archive, read } = await make();
      expect((await read(archive.storeText(text, 'txt')))?.toString('utf8')).toBe(text);
    },
  );

  it('gives back bytes that came as base64', async () => {
    const { archive, read } = await make();
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    expect(await read(archive.storeBase64(bytes.toString('base64'), 'png'))).toEqual(bytes);
  });

  it('gives equal contents one pointer, different ones two, of 12 characters or more', async () => {
    const { archive } = await make();
    const first = archive.storeText('a', 'txt');
    expect(archive.storeText('a', 'txt')).toBe(first);
    expect(archive.storeText('b', 'txt')).not.toBe(first);
    expect(first.length).toBeGreaterThanOrEqual(12);
  });

  it('knows nothing behind a pointer it did not give', async () => {
    const { read } = await make();
    expect(await read('0123456789abcdef.txt')).toBeNull();
  });
});

describe('ArchiveFolder', () => {
  const entry = { pointer: '0123456789abcdef.txt', content: { text: 'the original' } };

  it('keeps base64 that it could not give back from its bytes as it is', async () => {
    const folder = new ArchiveFolder(join(await temporaryFolder(), 'archive'));
    const odd = 'QUJD\nREVG=';
    await folder.write([{ pointer: entry.pointer, content: { base64: odd } }]);
    expect((await folder.read(entry.pointer))?.toString()).toBe(odd);
  });

  it('writes the same again without complaint, and never something else over it', async () => {
    const folder = new ArchiveFolder(join(await temporaryFolder(), 'archive'));
    await folder.write([entry]);
    await folder.write([entry]);
    const other = { ...entry, content: { text: 'something else' } };
    await expect(folder.write([other])).rejects.toMatchObject({ reason: 'conflict' });
    expect((await folder.read(entry.pointer))?.toString()).toBe('the original');
  });

  it('leaves nothing but the originals in the folder', async () => {
    const path = join(await temporaryFolder(), 'archive');
    await new ArchiveFolder(path).write([entry]);
    expect(await readdir(path)).toEqual([entry.pointer]);
  });

  it('writes the same from two sides at once', async () => {
    const path = join(await temporaryFolder(), 'archive');
    await Promise.all([new ArchiveFolder(path).write([entry]), new ArchiveFolder(path).write([entry])]);
    expect(await readdir(path)).toEqual([entry.pointer]);
  });

  it.each([
    '../../etc/passwd',
    '..\\secret.txt',
    '/etc/passwd',
    'C:0123456789ab.txt',
    '0123456789abcdef.txt/x',
    'short.txt',
    '0123456789abcdef',
  ])('reads and writes nothing by the name %j', async (pointer) => {
    const folder = new ArchiveFolder(join(await temporaryFolder(), 'archive'));
    expect(await folder.read(pointer)).toBeNull();
    await expect(folder.write([{ ...entry, pointer }])).rejects.toMatchObject({ reason: 'pointer' });
  });

  it('follows no link out of the folder', async () => {
    const path = await temporaryFolder();
    const secret = join(await temporaryFolder(), 'secret.txt');
    await writeFile(secret, 'secret');
    await symlink(secret, join(path, entry.pointer));
    expect(await new ArchiveFolder(path).read(entry.pointer)).toBeNull();
  });

  it('says so when a link has taken the name, instead of taking the original for kept', async () => {
    const path = await temporaryFolder();
    const other = join(await temporaryFolder({ 'other.txt': 'the original' }), 'other.txt');
    await symlink(other, join(path, entry.pointer));
    await expect(new ArchiveFolder(path).write([entry])).rejects.toMatchObject({ reason: 'conflict' });
  });
});
