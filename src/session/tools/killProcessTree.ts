import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import kill from 'tree-kill';

/** Programs the library lists children with; without them it would end the whole host. */
const LISTING_PROGRAM = process.platform === 'darwin' ? 'pgrep' : 'ps';

/** What is looked for may start another process meanwhile, which the next look finds. */
const MOST_LOOKS = 5;

/** Ends a process and everything it started. `pid` leads a process group of its own, except on Windows. */
export async function killProcessTree(pid: number): Promise<void> {
  if (process.platform === 'win32' || isOnPath(LISTING_PROGRAM)) {
    // Finds children that left the group; a process that is gone already is no error.
    await new Promise<void>((resolve) => {
      kill(pid, 'SIGKILL', () => {
        resolve();
      });
    });
  }
  if (process.platform === 'win32') return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is gone.
  }
}

/**
 * Ends every process with this line in its environment: also those in a session of their own whose parent is gone, which
 * nothing else ties to a command. Only Linux tells environments; elsewhere it does nothing.
 * @param variable `NAME=value`; the value must not occur by chance.
 */
export async function killMarked(variable: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    const pids = await markedProcesses(variable);
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It is gone.
      }
    }
  }
}

async function markedProcesses(variable: string): Promise<readonly number[]> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const marked = await Promise.all(
    names.map(async (name) => {
      // Unreadable: another user's, or gone.
      const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '');
      return environment.split('\0').includes(variable);
    }),
  );
  return names.filter((_name, position) => marked[position] === true).map(Number);
}

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, program)));
}
