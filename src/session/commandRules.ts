/**
 * Rules for commands. A prefix is only ever held against one plain command: what a shell would read as more than words
 * (another command behind it, a substitution, a redirection) asks each time.
 */

/** Everything by which a POSIX shell or PowerShell makes more of a line than one command and its words. */
const SHELL_MEANING = /[;&|<>()$`\\{}\r\n\0]/u;

/** Programs that run what their arguments say, or destroy what they name: only the very same command is offered. */
const RUN_ARGUMENTS: ReadonlySet<string> = new Set(
  [
    'sh bash zsh dash fish ksh pwsh powershell cmd eval exec source env sudo doas su xargs find parallel watch time nohup',
    'node deno bun tsx ts-node npx pnpx bunx uvx python python3 perl ruby php lua osascript awk sed make ssh scp rsync',
    'rm rmdir mv cp dd chmod chown kill pkill curl wget nc docker podman kubectl',
  ].flatMap((names) => names.split(' ')),
);

/** Programs whose second word says what is done, and of some the third. */
const WITH_SUBCOMMAND =
  /^(?:git|npm|pnpm|yarn|cargo|go|dotnet|mvn|gradle|gh|composer|bundle|rails|mix|swift|deno|uv|poetry|pip|pip3)$/u;
const WITH_SCRIPT = /^(?:(?:npm|pnpm|yarn|composer|uv|poetry) (?:run|run-script|exec)|go tool)$/u;

/** A word that is neither an option nor a path nor an assignment. */
const BARE_WORD = /^[A-Za-z][\w:.-]*$/u;

/**
 * Whether a rule's pattern covers a command: the very same one, or, behind ` *`, any words after the prefix.
 * @param pattern `npm test`, `npm test *`
 */
export function matchesCommand(pattern: string, command: string): boolean {
  const asked = command.trim();
  if (!pattern.endsWith(' *')) return asked === pattern;
  const prefix = pattern.slice(0, -' *'.length).trim();
  if (prefix === '' || SHELL_MEANING.test(asked)) return false;
  return asked === prefix || asked.startsWith(`${prefix} `);
}

/** The pattern that “always” offers for a command; null for one that is too much to be allowed unseen. */
export function offeredCommand(command: string): string | null {
  const asked = command.trim();
  if (asked === '' || asked.length > 200 || /[\r\n\0]/u.test(asked)) return null;
  if (SHELL_MEANING.test(asked)) return asked.endsWith(' *') ? null : asked;
  const prefix = prefixOf(asked.split(/\s+/u));
  if (prefix !== null) return `${prefix} *`;
  return asked.endsWith(' *') ? null : asked;
}

/** The words that say what is done; null where only the whole command does. */
function prefixOf(words: readonly string[]): string | null {
  const [program = '', second = '', third = ''] = words;
  if (!BARE_WORD.test(program)) return null;
  const isSubcommand = WITH_SUBCOMMAND.test(program) && BARE_WORD.test(second);
  if (isSubcommand && WITH_SCRIPT.test(`${program} ${second}`)) {
    return BARE_WORD.test(third) ? `${program} ${second} ${third}` : null;
  }
  if (isSubcommand) return `${program} ${second}`;
  return RUN_ARGUMENTS.has(program) || WITH_SUBCOMMAND.test(program) ? null : program;
}
