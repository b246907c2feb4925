import { readlinkSync, realpathSync, statSync, type BigIntStats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError, type ReplayArguments } from './replayArguments';

/** Links followed to a file that does not exist yet; a circle of them is left to the writing to report. */
const MAXIMUM_LINKS = 40;

/**
 * Refuses outputs that would overwrite the session or one another, whatever links or spellings lead there.
 *
 * @throws UsageError
 */
export function checkOutputs({ file, contextOut, callsOut, archiveDir }: ReplayArguments): void {
  const outputs = [
    ['--context-out', contextOut],
    ['--calls-out', callsOut],
    ['--archive-dir', archiveDir],
  ] as const;
  const taken = new Map<string | null, string>([[identityOf(file), 'the session itself']]);
  for (const [option, path] of outputs) {
    const identity = path === undefined ? null : identityOf(path);
    if (path === undefined || identity === null) continue;
    const other = taken.get(identity);
    if (other !== undefined)
      throw new UsageError(`${option} ${path} is the same file as ${other}; give it another path.`);
    taken.set(identity, option);
  }
}

/** What makes two paths one file: where they lead, and, as a file may have several names, its number on its device. */
function identityOf(path: string): string | null {
  const status = statusOf(path);
  if (status === null) return target(path, MAXIMUM_LINKS);
  // Devices and pipes keep nothing that could be overwritten.
  if (!status.isFile() && !status.isDirectory()) return null;
  return `${String(status.dev)}:${String(status.ino)}`;
}

function statusOf(path: string): BigIntStats | null {
  try {
    return statSync(path, { bigint: true });
  } catch {
    // Not there, or not to be seen; the reading or writing reports which.
    return null;
  }
}

/** The path a file would be made at. */
function target(path: string, links: number): string {
  const absolute = resolve(path);
  const linked = links > 0 ? linkAt(absolute) : null;
  if (linked !== null) return target(resolve(dirname(absolute), linked), links - 1);
  const folder = dirname(absolute);
  if (folder === absolute) return absolute;
  return join(realFolder(folder, links), basename(absolute));
}

function realFolder(folder: string, links: number): string {
  try {
    return realpathSync(folder);
  } catch {
    return target(folder, links);
  }
}

function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    // Not there, or not a link.
    return null;
  }
}
