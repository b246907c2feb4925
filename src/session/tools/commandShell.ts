/** A variable of the command's environment, by whose random value everything it starts is found again. */
export const MARK_NAME = 'STRATA_COMMAND';

/** The file descriptor that tells the command's guard whether the host is still there. */
export const LIFELINE = 3;

/**
 * Waits, in the command's process group, until the host's end of the lifeline closes, also when the host was killed; then
 * ends what the command started, wherever `/proc` tells environments also what left the group.
 * `$1`: the group. `$2`: the mark. Bounded: what is looked for may start another process meanwhile.
 */
const GUARD = `
trap '' HUP INT TERM
read -r _
for look in 1 2 3 4 5; do
  found=$(grep -lsF -- "$2" /proc/[0-9]*/environ)
  [ -n "$found" ] || break
  for file in $found; do
    pid=\${file#/proc/}
    kill -KILL "\${pid%/environ}"
  done
done
kill -KILL -- "-$1"
`;

/**
 * Starts the guard, not as a child of the command (which may wait for all its children), then becomes the command.
 * `$1`: the command. `$2`: the guard. The guard itself does not bear the mark.
 */
const START = `
( ${MARK_NAME}= /bin/sh -c "$2" guard "$$" "${MARK_NAME}=$${MARK_NAME}" <&${String(LIFELINE)} ${String(LIFELINE)}<&- >/dev/null 2>&1 & )
exec ${String(LIFELINE)}<&-
if command -v bash >/dev/null 2>&1; then exec bash -c "$1"; else exec sh -c "$1"; fi
`;

/** The program that runs a command, and its arguments. */
export function shellCommand(command: string): readonly [string, ...string[]] {
  if (process.platform === 'win32') return ['powershell.exe', '-NoProfile', '-NonInteractive', '-Command', command];
  return ['/bin/sh', '-c', START, 'sh', command, GUARD];
}

/** The environment without what the editor sets for itself, and without anything that would wait for a person. */
export function commandEnvironment(mark: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:VSCODE_|ELECTRON_)/.test(name));
  return {
    ...Object.fromEntries(kept),
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    NO_COLOR: '1',
    TERM: 'dumb',
    [MARK_NAME]: mark,
  };
}
