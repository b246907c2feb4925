import { appendFile, chmod, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { textOf } from '../../../src/engine/message';
import { ArchiveFolder } from '../../../src/session/archiveFolder';
import { JournalFile, readJournal } from '../../../src/session/journalFile';
import { journalLines } from '../../../src/session/journalLines';
import { header, said } from './support/journalEntries';
import { ScriptedProvider, says } from './support/scriptedProvider';
import { resumeSession, startSession } from './support/sessionHarness';
import { temporaryFolder } from './support/temporaryFolder';

interface Handle {
  appendFile(data: Uint8Array): Promise<void>;
  writeFile(data: Uint8Array): Promise<void>;
  write(data: Uint8Array): Promise<unknown>;
  truncate(length: number): Promise<void>;
  datasync(): Promise<void>;
}

/** What every open file inherits, so that a disk can be made to fail under the code as it is. */
async function handlePrototype(): Promise<Handle> {
  const file = await open(join(await temporaryFolder({ probe: '' }), 'probe'));
  const prototype = Object.getPrototypeOf(file) as Handle;
  await file.close();
  return prototype;
}

function diskError(code: string): Error {
  return Object.assign(new Error(`${code}: the disk says no`), { code });
}

/** A disk that takes half of what it is given, and then is full. */
async function fillDisk(): Promise<void> {
  vi.spyOn(await handlePrototype(), 'appendFile').mockImplementation(async function (this: Handle, data: Uint8Array) {
    await this.write(data.subarray(0, data.length >> 1));
    throw diskError('ENOSPC');
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a journal on a disk that fails', () => {
  it('takes back half a line, says that the disk is full, and goes on once there is room', async () => {
    const path = join(await temporaryFolder(), 'journal.jsonl');
    const journal = await JournalFile.create(path, header);
    await fillDisk();
    await expect(journal.append([said('lost')])).rejects.toMatchObject({
      reason: 'diskFull',
      message: expect.stringContaining('Free some space') as string,
    });
    expect(await readJournal(path)).toEqual([header]);
    vi.restoreAllMocks();
    await journal.append([said('kept')]);
    await journal.close();
    expect(await readJournal(path)).toEqual([header, said('kept')]);
  });

  it('stops for good where half a line cannot be taken back; opening it again mends it', async () => {
    const path = join(await temporaryFolder(), 'journal.jsonl');
    const journal = await JournalFile.create(path, header);
    await fillDisk();
    vi.spyOn(await handlePrototype(), 'truncate').mockRejectedValue(diskError('EIO'));
    await expect(journal.append([said('lost')])).rejects.toMatchObject({ reason: 'diskFull' });
    vi.restoreAllMocks();
    await expect(journal.append([said('glued')])).rejects.toMatchObject({ reason: 'unmended' });
    await journal.close();
    const again = await JournalFile.open(path, 0);
    await again.journal.append([said('kept')]);
    await again.journal.close();
    expect(await readJournal(path)).toEqual([header, said('kept')]);
  });

  it.each(['EROFS', 'EACCES', 'EPERM'])('names the folder that cannot be written to: %s', async (code) => {
    const path = join(await temporaryFolder(), 'session/journal.jsonl');
    vi.spyOn(await handlePrototype(), 'appendFile').mockRejectedValue(diskError(code));
    const creating = JournalFile.create(path, header);
    await expect(creating).rejects.toMatchObject({ reason: 'notWritable' });
    await expect(creating).rejects.toThrow(path);
    vi.restoreAllMocks();
    await expect(stat(dirname(path))).rejects.toMatchObject({ code: 'ENOENT' });
    await (await JournalFile.create(path, header)).close();
  });

  it.skipIf(process.getuid?.() === 0)('cannot be started in a folder that is read-only', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o500);
    await expect(JournalFile.create(join(folder, 'a/journal.jsonl'), header)).rejects.toMatchObject({
      reason: 'notWritable',
    });
    await chmod(folder, 0o700);
  });

  it('counts an entry as written only once the disk has confirmed it', async () => {
    const path = join(await temporaryFolder(), 'journal.jsonl');
    const journal = await JournalFile.create(path, header);
    vi.spyOn(await handlePrototype(), 'datasync').mockRejectedValueOnce(diskError('EIO'));
    await expect(journal.append([said('not sure')])).rejects.toMatchObject({ reason: 'failed' });
    await journal.append([said('kept')]);
    await journal.close();
    expect(await readJournal(path)).toEqual([header, said('kept')]);
  });
});

describe('an archive on a disk that fails', () => {
  const entry = { pointer: '0123456789abcdef.txt', content: { text: 'the whole original' } };

  it('leaves nothing half written, and says what to do', async () => {
    const folder = join(await temporaryFolder(), 'archive');
    vi.spyOn(await handlePrototype(), 'writeFile').mockRejectedValue(diskError('ENOSPC'));
    const archive = new ArchiveFolder(folder);
    await expect(archive.write([entry])).rejects.toMatchObject({ reason: 'diskFull' });
    expect(await archive.list()).toEqual([]);
    vi.restoreAllMocks();
    await archive.write([entry]);
    expect((await archive.read(entry.pointer))?.toString()).toBe('the whole original');
  });

  it.each([
    ['empty', ''],
    ['cut', 'the whole'],
    ['filled with zeros', `the${'\0'.repeat(15)}`],
  ])('writes an original anew that a power cut left %s', async (_how, torn) => {
    const folder = await temporaryFolder({ [entry.pointer]: torn });
    const archive = new ArchiveFolder(folder);
    await archive.write([entry]);
    expect((await archive.read(entry.pointer))?.toString()).toBe('the whole original');
  });

  it('never overwrites what is something else', async () => {
    const folder = await temporaryFolder({ [entry.pointer]: 'something else' });
    await expect(new ArchiveFolder(folder).write([entry])).rejects.toMatchObject({ reason: 'conflict' });
    expect(await readFile(join(folder, entry.pointer), 'utf8')).toBe('something else');
  });
});

describe('a session on a disk that fails', () => {
  it('gives back what was said, and takes it again once there is room', async () => {
    const harness = await startSession(new ScriptedProvider([says('One.'), says('Two.')]));
    await harness.session.send('first');
    await fillDisk();
    await expect(harness.session.send('second')).rejects.toMatchObject({ reason: 'diskFull' });
    expect(harness.session.state.busy).toBe(false);
    vi.restoreAllMocks();
    await harness.session.send('second');
    await harness.session.dispose();
    const resumed = await resumeSession(new ScriptedProvider([]), harness);
    expect(resumed.session.fold.history.map(textOf).slice(1)).toEqual(['first', 'One.', 'second', 'Two.']);
  });

  it('tells a failure behind the text as one of the turn, and answers it when asked again', async () => {
    const harness = await startSession(new ScriptedProvider([says('Lost.'), says('Kept.')]));
    let writes = 0;
    const prototype = await handlePrototype();
    const append = prototype.appendFile;
    vi.spyOn(prototype, 'appendFile').mockImplementation(async function (this: Handle, data: Uint8Array) {
      writes += 1;
      if (writes > 1) throw diskError('ENOSPC');
      await append.call(this, data);
    });
    await harness.session.send('said');
    const failures = harness.events.flatMap((event) => (event.type === 'failure' ? [event.failure] : []));
    expect(failures).toMatchObject([
      { text: expect.stringContaining('disk is full') as string, action: { command: 'retry' } },
    ]);
    vi.restoreAllMocks();
    await harness.session.retry();
    expect(harness.session.fold.history.map(textOf).slice(1)).toEqual(['said', 'Kept.']);
  });

  it('gives back what was said once another program has written, and goes on when opened anew', async () => {
    const harness = await startSession(new ScriptedProvider([says('One.')]));
    await harness.session.send('first');
    await appendFile(harness.store.journalPath(harness.id), journalLines([said('theirs')]));
    await expect(harness.session.send('second')).rejects.toMatchObject({ reason: 'changed' });
    expect(harness.session.isBroken).toBe(true);
    await harness.session.dispose();
    const resumed = await resumeSession(new ScriptedProvider([says('Two.')]), harness);
    await resumed.session.send('second');
    expect(resumed.session.fold.history.map(textOf).slice(1)).toEqual(['first', 'One.', 'theirs', 'second', 'Two.']);
  });

  it('lists and opens a session whose summary is torn', async () => {
    const harness = await startSession(new ScriptedProvider([says('One.')]));
    await harness.session.send('Fix the build');
    await harness.session.dispose();
    const path = harness.store.journalPath(harness.id).replace('journal.jsonl', 'summary.json');
    const whole = await readFile(path, 'utf8');
    for (let length = 0; length < whole.length; length += 1) {
      await writeFile(path, whole.slice(0, length));
      expect(await harness.store.list()).toMatchObject([{ title: 'Fix the build' }]);
    }
    await rm(path);
    const { journal } = await harness.store.open(harness.id, 0);
    await journal.close();
    expect(await readFile(path, 'utf8')).toBe(whole);
  });
});
