import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Whether the process has ended within a few seconds; one that was killed may wait to be collected. */
export async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 500; tries += 1) {
    try {
      process.kill(pid, 0);
      const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      if (state.includes(') Z ')) return true;
    } catch {
      return true;
    }
    await sleep(20);
  }
  return false;
}

/** The process id a command wrote into a file. */
export async function pidIn(root: string, name: string): Promise<number> {
  for (let tries = 0; tries < 1000; tries += 1) {
    const pid = Number(await readFile(join(root, name), 'utf8').catch(() => ''));
    if (pid > 0) return pid;
    await sleep(20);
  }
  throw new Error(`No process wrote ${name}.`);
}
