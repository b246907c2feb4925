import { parseArgs } from 'node:util';
import type { SettingDefinition } from '../config/settingDefinition';
import { settings, settingKeys, type SettingKey, type Settings } from '../config/settings';
import { validateSettings } from '../config/validateSettings';

export interface ReplayArguments {
  readonly file: string;
  readonly format: string | undefined;
  /** Which of several sessions in the file, from 0. */
  readonly session: number | undefined;
  /** Tokens. */
  readonly window: number | undefined;
  readonly model: string | undefined;
  readonly settings: Settings;
  /** Values that were not taken as given, one sentence each. */
  readonly warnings: readonly string[];
  readonly json: boolean;
  readonly contextOut: string | undefined;
  readonly callsOut: string | undefined;
  readonly archiveDir: string | undefined;
}

/** The command was called in a way it cannot follow; the message is one line for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly reason = 'usage';
}

export const USAGE = `usage: npm run -s replay -- FILE [options]

Runs the compression engine over a recorded session, one pass before each of its model calls.

  --format F          format of the file, instead of telling it from the content
  --session N         which of several sessions in the file, from 1
  --window N          context window in tokens; by default the model's
  --model M           model to count for; by default the one in the file
  --set KEY=VALUE     a setting, e.g. layer1.singleToolResultShare=0.3; may be repeated
  --json              print the report as JSON
  --context-out FILE  write the final context as OpenAI chat messages
  --calls-out FILE    write the context of each call, one JSON array a line, then that of the end
  --archive-dir DIR   write the archived originals
`;

const OPTIONS = {
  format: { type: 'string' },
  session: { type: 'string' },
  window: { type: 'string' },
  model: { type: 'string' },
  set: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  'context-out': { type: 'string' },
  'calls-out': { type: 'string' },
  'archive-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Reads the arguments of the command; null asks for the usage text.
 *
 * @throws UsageError
 */
export function parseReplayArguments(args: readonly string[]): ReplayArguments | null {
  const { values, positionals } = parse(args);
  if (values.help === true) return null;
  const [file, ...more] = positionals;
  if (file === undefined || file === '')
    throw new UsageError('Name the session file: npm run -s replay -- FILE (--help for more).');
  if (more.length > 0) throw new UsageError(`Name one file; these are too many: ${more.join(' ')}.`);
  for (const option of ['format', 'context-out', 'calls-out', 'archive-dir'] as const) {
    if (values[option] === '') throw new UsageError(`--${option} needs a value; it was given an empty one.`);
  }
  const validated = validateSettings(parseSettings(values.set ?? []));
  const session = wholeNumber('--session', values.session, 1);
  return {
    file,
    format: values.format,
    session: session === undefined ? undefined : session - 1,
    window: wholeNumber('--window', values.window, 1),
    model: values.model,
    settings: validated.settings,
    warnings: validated.warnings,
    json: values.json ?? false,
    contextOut: values['context-out'],
    callsOut: values['calls-out'],
    archiveDir: values['archive-dir'],
  };
}

function parse(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    // Node's words name the option; only their first sentence is for people.
    throw new UsageError((error instanceof Error ? error.message : String(error)).split('. ')[0] ?? '', {
      cause: error,
    });
  }
}

function wholeNumber(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text.replaceAll('_', ''));
  if (text.trim() !== '' && Number.isSafeInteger(number) && number >= least) return number;
  throw new UsageError(`${option} must be a whole number of at least ${least}, not "${text}".`);
}

function parseSettings(assignments: readonly string[]): Partial<Record<SettingKey, unknown>> {
  const values: Partial<Record<SettingKey, unknown>> = {};
  for (const assignment of assignments) {
    const equals = assignment.indexOf('=');
    const name = (equals < 0 ? assignment : assignment.slice(0, equals)).replace(/^strata\./, '');
    const key = settingKeys.find((known) => known === name);
    if (key === undefined)
      throw new UsageError(`There is no setting "${name}"; settings are ${settingKeys.join(', ')}.`);
    if (equals < 0) throw new UsageError(`--set needs a value: --set ${key}=VALUE.`);
    values[key] = parseSetting(key, settings[key], assignment.slice(equals + 1));
  }
  return values;
}

function parseSetting(key: SettingKey, definition: SettingDefinition, text: string): unknown {
  switch (definition.type) {
    case 'number':
    case 'integer': {
      const number = Number(text.replaceAll('_', ''));
      if (text.trim() !== '' && Number.isFinite(number)) return number;
      throw new UsageError(`${key} must be a number, not "${text}".`);
    }
    case 'boolean':
      if (text === 'true' || text === 'false') return text === 'true';
      throw new UsageError(`${key} must be true or false, not "${text}".`);
    case 'list':
      return text.split(',').flatMap((item) => item.trim() || []);
    case 'choice':
    case 'string':
      return text;
    case 'structure':
      try {
        return JSON.parse(text) as unknown;
      } catch (error) {
        throw new UsageError(`${key} must be JSON, which what was given is not.`, { cause: error });
      }
  }
}
