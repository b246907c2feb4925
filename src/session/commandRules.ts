/**
 * Rules for commands. A prefix that allows is only ever held against one plain command, and covers no options of it: what a
 * shell would read as more than words, and what could tell the program to run or write something else, asks each time. A
 * rule that denies is held against every part of a line, however it is written; it is a fence, not a sandbox.
 */

/**
 * Everything by which a POSIX shell or PowerShell makes more of a line than one command and its words; and blanks that not
 * every shell takes for such, so that words are not told apart here otherwise than there.
 */
const SHELL_MEANING = /[;&|<>()$`\\{}\0]|[^\S \t]/u;

/** PowerShell takes curly quotes for quotes too. */
const QUOTE = /["'\u2018-\u201E]/u;

/** An option, also with a dash as PowerShell takes it or as `/p:…`; and what a shell may make one of from a file's name. */
const OPTION = /^["'\u2018-\u201E]*(?:[-\u2013-\u2015*?[]|\/\w+:)/u;

/** What is offered as a prefix: programs and deeds whose words, options aside, only name what they look at or build. */
const OFFERED_PREFIXES: readonly RegExp[] = [
  /^git (?:status|diff|log|show|blame|branch|add|ls-files|rev-parse)$/u,
  /^(?:npm|pnpm|yarn|bun) (?:test|run [\w:.-]+|run-script [\w:.-]+)$/u,
  /^cargo (?:build|check|clippy|fmt|test|doc)$/u,
  /^go (?:build|vet|test|fmt|list)$/u,
  /^(?:swift|mix) (?:build|test|compile)$/u,
  /^(?:ls|pwd|wc|tsc|eslint|prettier|vitest|jest|mocha|pytest|ruff|mypy|phpunit|rspec)$/u,
];

/** Most words of an offered prefix. */
const MOST_PREFIX_WORDS = 3;

/** Characters of a command that is offered as a rule: what is longer is not read before it is allowed. */
const LONGEST_OFFERED = 200;

/** What stands in front of the program that a command is about, maybe with words of its own. */
const WRAPPERS =
  /^(?:sudo|doas|env|command|builtin|exec|nohup|nice|time|timeout|setsid|stdbuf|xargs|eval|coproc|busybox|(?:ba|da|z|k)?sh|if|then|else|elif|while|until|do|!)$/u;

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
  const tail = asked
    .slice(prefix.length)
    .trim()
    .split(/[ \t]+/u);
  // Within quotes `--` ends nothing, so only one before them counts.
  const end = tail.findIndex((word) => word === '--' || QUOTE.test(word));
  const options = tail[end] === '--' ? tail.slice(0, end) : tail;
  return !options.some((word) => OPTION.test(word));
}

/** Whether a rule that denies speaks of any part of a command, whatever stands around it. */
export function forbidsCommand(pattern: string, command: string): boolean {
  const isPrefix = pattern.endsWith(' *');
  const wanted = wordsOf(isPrefix ? pattern.slice(0, -' *'.length) : pattern);
  return command.split(/[;&|()`\r\n{}]+|\$\(/u).some((part) => {
    const words = wordsOf(part);
    return words.some((_, at) => isProgramPlace(words, at) && speaksOf(wanted, isPrefix, words.slice(at)));
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

/** Words as a shell would have them, roughly: without quotes, backslashes and redirections. */
function wordsOf(part: string): readonly string[] {
  return part
    .replaceAll(/\d*(?:>>?|<)\s*[^\s<>]+/gu, ' ')
    .replaceAll(/["'\\]/gu, '')
    .split(/\s+/u)
    .filter((word) => word !== '');
}

/** Whether a word may be the program: behind assignments, anywhere behind a wrapper, and where `find` is told to run it. */
function isProgramPlace(words: readonly string[], at: number): boolean {
  const before = words.slice(0, at);
  const first = before.find((word) => !/^[\w.]+=|^\d+$/u.test(word));
  if (first === undefined || WRAPPERS.test(programName(first))) return true;
  return /^-(?:exec|ok)(?:dir)?$/u.test(before.at(-1) ?? '');
}

/** Whether a command begins with the words of a rule, whatever options stand between them. */
function speaksOf(wanted: readonly string[], isPrefix: boolean, words: readonly string[]): boolean {
  const [program = '', ...more] = words;
  if (programName(program) !== programName(wanted[0] ?? '')) return false;
  if (!isPrefix) return more.length === wanted.length - 1 && more.every((word, at) => word === wanted[at + 1]);
  let at = 0;
  return wanted.slice(1).every((word) => {
    // An option may have a value of its own.
    while (at < more.length && more[at] !== word && [more[at], more[at - 1]].some((near) => near?.startsWith('-')))
      at += 1;
    at += 1;
    return more[at - 1] === word;
  });
}

/** Some file systems tell no case. */
function programName(word: string): string {
  return word
    .replace(/^.*\//u, '')
    .replace(/\.exe$/iu, '')
    .toLowerCase();
}
