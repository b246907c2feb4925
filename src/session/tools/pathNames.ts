import { ToolError } from './tool';

/** Names that Windows takes for devices, with whatever stands behind a dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])[ ]*(?:\..*)?$/i;

/** Characters that change the order in which a name is shown: a person who is asked would read another path. */
const REORDERING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/**
 * Refuses paths that do not mean what they say, before anything is looked at on the disk.
 * @param platform As Node names it; devices, streams and shares are of Windows only.
 * @throws ToolError `arguments`
 */
export function checkPathNames(path: string, platform: NodeJS.Platform): void {
  if (path.includes('\0')) throw new ToolError('arguments', 'A path must not hold a NUL character.');
  if (!path.isWellFormed() || REORDERING.test(path)) {
    throw new ToolError('arguments', 'A path must not hold characters that hide what it says.');
  }
  if (platform !== 'win32') return;
  for (const name of path.replace(/^[a-z]:(?=[\\/])/i, '').split(/[\\/]/)) {
    const fault = windowsFault(name);
    if (fault !== null) throw new ToolError('arguments', `${JSON.stringify(name)} in ${path} ${fault}.`);
  }
}

function windowsFault(name: string): string | null {
  if (name.includes(':')) return 'names a drive or a stream of a file';
  if (DEVICE.test(name)) return 'is the name of a device';
  if (name !== '.' && name !== '..' && /[. ]$/.test(name)) return 'ends with a dot or a space, which Windows takes off';
  return null;
}

/** Whether the path names a share or a device: to look at one can already send who one is to another machine. */
export function isSharePath(path: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' && /^[\\/]{2}/.test(path);
}
