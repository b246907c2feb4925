/** Paths, file names and addresses in a text. */

/** Longer ones are data, not names. */
const LONGEST_PATH = 200;

/** What a path may stand between. One pass without going back, however long the text. */
const TOKEN = /[^\s"'`<>|,;(){}[\]=#?&*^!$]+/g;

const EXTENSION = /\.[A-Za-z][A-Za-z0-9]{0,9}$/;

/** Endings that make a name without a folder a file's name; a member of an object looks the same otherwise. */
const FILE_ENDINGS = new Set(
  (
    'ts tsx mts cts js jsx mjs cjs json jsonl md mdx txt py pyi rb go rs java kt swift c h cc cpp hpp cs php sh bash zsh ps1 ' +
    'sql yml yaml toml ini cfg conf env lock xml html htm css scss less vue svelte csv tsv log svg png jpg jpeg gif pdf ' +
    'ipynb proto graphql tf gradle dockerfile traj'
  ).split(' '),
);

export function* pathsIn(text: string): Generator<string, void, undefined> {
  for (const [token] of text.matchAll(TOKEN)) {
    if (token.length < 4 || token.length > LONGEST_PATH) continue;
    const path = trimmed(token);
    if (isPath(path)) yield path;
  }
}

/** Without line and column behind it, and without the marks of the sentence it stands in. */
function trimmed(token: string): string {
  let start = 0;
  while (start < token.length && '-:@→'.includes(token.charAt(start))) start += 1;
  const path = token.slice(start).replace(/(?::\d{1,7}){1,2}:?$/, '');
  let end = path.length;
  while (end > 0 && '.:\\→'.includes(path.charAt(end - 1))) end -= 1;
  return path.slice(0, end);
}

function isPath(path: string): boolean {
  if (path.includes('//')) return isAddress(path);
  if (path.startsWith('/dev/')) return false;
  if (/[^\p{L}\p{M}\p{N}_.~@/\\:+%-]/u.test(path)) return false;
  if (path.includes('\\.') || path.includes('\\\\')) return false;
  const separators = path.split(/[/\\]/);
  const last = separators.at(-1) ?? '';
  if (separators.length === 1) return FILE_ENDINGS.has(endingOf(path)) && /^[\w@.-]*[A-Za-z_][\w@.-]*\.\w+$/.test(path);
  if (!/[A-Za-z]/.test(path) || /^\d+(?:\/\d+)+$/.test(path)) return false;
  if (/^(?:[A-Za-z]:[/\\]|~[/\\]|\.{1,2}[/\\])/.test(path)) return path.length > 4;
  const named = separators.filter((part) => part !== '').length;
  if (path.startsWith('/')) return named >= 2 || (named === 1 && EXTENSION.test(last));
  if (path.includes('\\') && !path.includes('/')) return EXTENSION.test(last) && named >= 2;
  return EXTENSION.test(last) || named >= 3;
}

function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}

function isAddress(text: string): boolean {
  return /^(?:https?|file|ssh|git):\/\/[\w.-]+/.test(text) && text.length > 12;
}
