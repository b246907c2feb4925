import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LONGEST_MEMORY, LONGEST_NOTE, MemoryFile } from '../../../src/session/memoryFile';
import { temporaryFolder } from './support/temporaryFolder';

const newMemory = async (): Promise<MemoryFile> => new MemoryFile(join(await temporaryFolder(), 'deep', 'memory.md'));

describe('MemoryFile', () => {
  it('is empty before anything was remembered', async () => {
    expect(await (await newMemory()).read()).toBe('');
  });

  it('keeps notes as lines of a list, each once, in order', async () => {
    const memory = await newMemory();
    await Promise.all([memory.add('use pnpm'), memory.add('  cents,\n# not euros  '), memory.add('use pnpm')]);
    expect(await memory.read()).toBe('- use pnpm\n- cents, # not euros');
    expect(await readdir(dirname(memory.path))).toEqual(['memory.md']);
  });

  it('keeps what the user wrote into the file', async () => {
    const memory = await newMemory();
    await mkdir(dirname(memory.path), { recursive: true });
    await writeFile(memory.path, '# Ours\r\n\r\n- a\r\n');
    await memory.add('b');
    expect(await readFile(memory.path, 'utf8')).toBe('# Ours\r\n\r\n- a\n- b\n');
  });

  it('refuses what is empty, too long or does not fit, and says what to do', async () => {
    const memory = await newMemory();
    await expect(memory.add(' \n\u0007')).rejects.toMatchObject({ name: 'MemoryError', reason: 'empty' });
    await expect(memory.add('x'.repeat(LONGEST_NOTE + 1))).rejects.toMatchObject({ reason: 'tooLong' });
    await mkdir(dirname(memory.path), { recursive: true });
    await writeFile(memory.path, 'x'.repeat(LONGEST_MEMORY - 1));
    await expect(memory.add('one more')).rejects.toMatchObject({ reason: 'full' });
    await writeFile(memory.path, 'x'.repeat(LONGEST_MEMORY + 1));
    await expect(memory.read()).rejects.toMatchObject({ reason: 'full' });
  });

  it('says so when the file cannot be read', async () => {
    const memory = await newMemory();
    await mkdir(memory.path, { recursive: true });
    await expect(memory.read()).rejects.toMatchObject({ reason: 'failed' });
    await expect(memory.add('x')).rejects.toMatchObject({ reason: 'failed' });
  });
});
