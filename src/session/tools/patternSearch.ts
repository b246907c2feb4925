import { Script, createContext } from 'node:vm';
import { ToolError } from './tool';

/** Milliseconds one file may take. A pattern that backtracks without end would stop the whole editor. */
const FILE_MILLISECONDS = 500;

const SCRIPT = new Script(`
  const expression = new RegExp(source, flags);
  const found = [];
  for (let index = 0; index < lines.length && found.length < limit; index += 1) {
    if (expression.test(lines[index])) found.push(index);
  }
  found.join(',');
`);

/**
 * Finds the lines that a regular expression matches, within bounded time.
 * @throws ToolError `arguments` for a pattern that is none or takes too long
 */
export class PatternSearch {
  readonly #flags: string;
  readonly #pattern: string;

  constructor(written: string, ignoreCase: boolean) {
    // Other languages write it so; JavaScript knows only the flag.
    const pattern = written.replace(/^\(\?i\)/, '');
    this.#pattern = pattern;
    const flags = ignoreCase || pattern !== written ? 'i' : '';
    // The Unicode mode is stricter: it refuses escapes that mean nothing, which models like to write.
    this.#flags = isExpression(pattern, `${flags}u`) ? `${flags}u` : flags;
    try {
      new RegExp(pattern, this.#flags);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new ToolError('arguments', `The pattern is no regular expression: ${why}`, { cause: error });
    }
  }

  /** Indexes of the matching lines, at most `limit`. */
  matchingLines(lines: readonly string[], limit: number): readonly number[] {
    const scope = createContext({ source: this.#pattern, flags: this.#flags, lines, limit });
    try {
      const found: unknown = SCRIPT.runInContext(scope, { timeout: FILE_MILLISECONDS });
      return typeof found === 'string' && found !== '' ? found.split(',').map(Number) : [];
    } catch (error) {
      throw new ToolError('arguments', 'The pattern takes too long; make it simpler, without nested repetition.', {
        cause: error,
      });
    }
  }
}

function isExpression(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}
