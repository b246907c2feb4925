import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import kill from 'tree-kill';

/** Programs the library lists children with; without them it would end the whole host. */
const LISTING_PROGRAM = process.platform === 'darwin' ? 'pgrep' : 'ps';

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

function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => folder !== '' && existsSync(join(folder, program)));
}
