/**
 * Rules for commands. A prefix that allows is only ever held against one plain command, and covers no options of it: what a
 * shell would read as more than words, and what could tell the program to run or write something else, asks each time. A
 * rule that denies is held against every part of a line, however it is written; it is a fence, not a sandbox.
 */

/** Everything by which a POSIX shell or PowerShell makes more of a line than one command and its words. */
const SHELL_MEANING = /[;&|<>()$`\\{}\r\n\0]/u;

/** What is offered as a prefix: programs and deeds whose words, options aside, only name what they look at or build. */
const OFFERED_PREFIXES: readonly RegExp[] = [
  /^git (?:status|diff|log|show|blame|branch|add|fetch|ls-files|rev-parse)$/u,
  /^(?:npm|pnpm|yarn|bun) (?:test|run [\w:.-]+|run-script [\w:.-]+)$/u,
  /^cargo (?:build|check|clippy|fmt|test|doc)$/u,
  /^go (?:build|vet|test|fmt|list)$/u,
  /^(?:dotnet|mvn|gradle|swift|mix) (?:build|test|compile|check)$/u,
  /^(?:ls|pwd|wc|tsc|eslint|prettier|vitest|jest|mocha|pytest|ruff|mypy|phpunit|rspec)$/u,
];

/** Most words of an offered prefix. */
const MOST_PREFIX_WORDS = 3;

/** Characters of a command that is offered as a rule: what is longer is not read before it is allowed. */
const LONGEST_OFFERED = 200;

/** What stands in front of the program that a command is about. */
const WRAPPERS = /^(?:sudo|doas|env|command|builtin|exec|nohup|nice|time|timeout|setsid|stdbuf|xargs)$/u;

/**
 * Whether a rule that allows covers a command: the very same one, or, behind ` *`, plain words after the prefix; options
 * only behind a `--`.
 * @param pattern `npm test`, `npm test *`
 */
export function matchesCommand(pattern: string, command: string): boolean {
  const asked = command.trim();
  if (!pattern.endsWith(' *')) return asked === pattern;
  const prefix = pattern.slice(0, -' *'.length).trim();
  if (prefix === '' || SHELL_MEANING.test(asked)) return false;
  if (asked !== prefix && !asked.startsWith(`${prefix} `)) return false;
  const tail = asked.slice(prefix.length).trim().split(/\s+/u);
  const end = tail.indexOf('--');
  return !tail.slice(0, end < 0 ? tail.length : end).some((word) => /^["']*-/u.test(word));
}

/** Whether a rule that denies speaks of any part of a command, whatever stands around it. */
export function forbidsCommand(pattern: string, command: string): boolean {
  const wanted = wordsOf(pattern.endsWith(' *') ? pattern.slice(0, -' *'.length) : pattern);
  const isPrefix = pattern.endsWith(' *');
  return command.split(/[;&|()`\r\n{}]+|\$\(/u).some((part) => {
    const words = wordsOf(part);
    // A wrapper may have options and words of its own, so the program is looked for behind it too.
    const starts = words.flatMap((_, at) => (words.slice(0, at).every(isBeforeProgram) ? [at] : []));
    return starts.some((at) => {
      const rest = words.slice(at);
      return (isPrefix || rest.length === wanted.length) && wanted.every((word, place) => rest[place] === word);
    });
  });
}

/** The pattern that “always” offers for a command; null for one that is too much to be allowed unseen. */
export function offeredCommand(command: string): string | null {
  const asked = command.trim();
  if (asked === '' || asked.length > LONGEST_OFFERED || /[\r\n\0]/u.test(asked)) return null;
  const words = asked.split(/\s+/u);
  for (let length = Math.min(words.length, MOST_PREFIX_WORDS); length > 0; length -= 1) {
    const prefix = words.slice(0, length).join(' ');
    const pattern = `${prefix} *`;
    if (OFFERED_PREFIXES.some((known) => known.test(prefix)) && matchesCommand(pattern, asked)) return pattern;
  }
  // Read back, it would be a prefix.
  return asked.endsWith(' *') ? null : asked;
}

/** Words as a shell would have them, roughly: without quotes and backslashes, the program by its name alone. */
function wordsOf(part: string): readonly string[] {
  const words = part
    .replaceAll(/["'\\]/gu, '')
    .split(/\s+/u)
    .filter((word) => word !== '');
  return words.map((word, at) => (words.slice(0, at).every(isBeforeProgram) ? word.replace(/^.*\//u, '') : word));
}

function isBeforeProgram(word: string): boolean {
  return WRAPPERS.test(word) || /^-|^[\w.]+=|^\d+[smhd]?$/u.test(word);
}
