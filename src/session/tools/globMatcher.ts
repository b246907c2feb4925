import micromatch from 'micromatch';

/** As the listing without ripgrep reads patterns. */
const OPTIONS = { dot: true, nobrace: true, posix: true, strictSlashes: false };

/**
 * Whether a path from the folder matches.
 * @param patterns As `expandGlob` gives them; those that begin with `!` exclude, but for `!(…)`, which matches all others.
 */
export function globMatcher(patterns: readonly string[]): (path: string) => boolean {
  const isExcluding = (pattern: string): boolean => /^!(?!\()/.test(pattern);
  const wanted = patterns.filter((pattern) => !isExcluding(pattern));
  const unwanted = patterns.filter(isExcluding).map((pattern) => pattern.replace(/^!+/, ''));
  const including = (wanted.length === 0 ? ['**/*'] : wanted).map(expression);
  const excluding = unwanted.map(expression);
  return (path) => including.some((one) => one.test(path)) && !excluding.some((one) => one.test(path));
}

/**
 * Globs of file names that let through whatever the patterns match, for a first look; none where only the whole path tells.
 * Ripgrep takes them for the names of a kind of file.
 */
export function nameGlobs(patterns: readonly string[]): readonly string[] {
  if (patterns.some((pattern) => pattern.startsWith('!'))) return [];
  const names = patterns.map((pattern) => pattern.split('/').at(-1) ?? '');
  const isPlain = (name: string): boolean => name !== '' && !name.includes('**') && /^[\w.*?-]+$/.test(name);
  return names.every(isPlain) ? names : [];
}

function expression(pattern: string): RegExp {
  const plain = pattern.replace(/^(?:\.\/)+/, '');
  // What is named as a folder does not match itself, should it be a file.
  const isFolder = /^[^*?[\](){}!+@\\]+\/\*\*$/.test(plain);
  return micromatch.makeRe(isFolder ? `${plain}/*` : plain, OPTIONS);
}
