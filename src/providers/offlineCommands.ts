/** One tool the user named, with the arguments the tools of this product take. */
export interface OfflineCommand {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, string>>;
}

interface Grammar {
  /** What the user writes, English and Spanish, lower case. */
  readonly verbs: readonly string[];
  /** The command for the text after the verb, or null when it makes no sense. */
  readonly build: (rest: string) => OfflineCommand | null;
}

/** Names of archived originals. */
const POINTER = /^[0-9a-f]{12,}\.[a-z0-9]{1,8}$/iu;

const GRAMMAR: readonly Grammar[] = [
  {
    verbs: ['read', 'open', 'show', 'cat', 'lee', 'leer', 'abre', 'muestra'],
    build: (rest) => named('read_file', { path: unquote(rest) }),
  },
  {
    verbs: ['grep', 'find', 'busca', 'buscar', 'encuentra'],
    build: (rest) => {
      const match = /^(?<pattern>.+?)(?:\s+(?:in|en)\s+(?<path>\S+))?$/su.exec(rest);
      const { pattern = '', path } = match?.groups ?? {};
      return named('grep', { pattern: unquote(pattern), ...(path === undefined ? {} : { path: unquote(path) }) });
    },
  },
  {
    verbs: ['glob', 'list', 'ls', 'lista', 'listar'],
    build: (rest) => named('glob', { pattern: rest === '' ? '*' : unquote(rest) }),
  },
  {
    verbs: ['recall', 'recupera', 'recuperar'],
    build: (rest) => named('recall', POINTER.test(unquote(rest)) ? { name: unquote(rest) } : { query: unquote(rest) }),
  },
  {
    verbs: ['search', 'rastrea', 'rastrear'],
    build: (rest) => named('search_files', { query: unquote(rest) }),
  },
  {
    verbs: ['run', 'exec', 'execute', 'bash', '$', 'ejecuta', 'ejecutar', 'corre'],
    build: (rest) => named('bash', { command: unquote(rest) }),
  },
  {
    verbs: ['fetch', 'descarga', 'descargar'],
    build: (rest) => named('web_fetch', { url: unquote(rest) }),
  },
  {
    verbs: ['todo', 'tarea'],
    build: (rest) => {
      const match = /^(?<action>add|start|done)\s+(?<subject>.+)$/su.exec(rest);
      const { action = '', subject = '' } = match?.groups ?? {};
      return named('todo', { action, subject });
    },
  },
  { verbs: ['write', 'escribe', 'escribir'], build: (rest) => fileWithText('write_file', rest) },
  { verbs: ['create', 'crea', 'crear'], build: (rest) => fileWithText('create_file', rest) },
  {
    verbs: ['edit', 'replace', 'edita', 'editar', 'cambia'],
    build: (rest) => {
      const match = /^(?<path>\S+?):?\s+"(?<from>(?:[^"\\]|\\.)*)"\s*(?:->|→|=>)\s*"(?<to>(?:[^"\\]|\\.)*)"$/su.exec(
        rest,
      );
      if (match?.groups === undefined) return null;
      const { path = '', from = '', to = '' } = match.groups;
      return named('edit', { path: unquote(path), old_text: unescape(from), new_text: unescape(to) });
    },
  },
];

const BY_VERB = new Map(GRAMMAR.flatMap((grammar) => grammar.verbs.map((verb) => [verb, grammar] as const)));

/** Politeness and list marks in front of a command. */
const LEADING = /^(?:[-*•]\s+|\d+[.)]\s+|please\s+|por favor,?\s+)+/iu;

/** The commands in a message, one a line, in order. Lines that are none are passed over. */
export function parseOfflineCommands(text: string): readonly OfflineCommand[] {
  const commands: OfflineCommand[] = [];
  for (const line of text.split(/\r?\n/u)) {
    const command = parseLine(line.trim().replace(LEADING, ''));
    if (command !== null) commands.push(command);
  }
  return commands;
}

function parseLine(line: string): OfflineCommand | null {
  const match = /^(?<verb>\p{L}+|\$):?(?:\s+(?<rest>.*))?$/su.exec(line);
  const grammar = BY_VERB.get((match?.groups?.['verb'] ?? '').toLowerCase());
  return grammar?.build((match?.groups?.['rest'] ?? '').trim()) ?? null;
}

/** @returns null when any argument is empty. */
function named(tool: string, values: Readonly<Record<string, string>>): OfflineCommand | null {
  const first = Object.values(values)[0] ?? '';
  return first === '' ? null : { tool, arguments: values };
}

function fileWithText(tool: string, rest: string): OfflineCommand | null {
  const match = /^(?<path>\S+?):\s?(?<text>.*)$/su.exec(rest);
  if (match?.groups === undefined) return null;
  const { path = '', text = '' } = match.groups;
  return named(tool, { path: unquote(path), content: `${unescape(text)}\n` });
}

function unquote(text: string): string {
  const match = /^(?<quote>["'`])(?<inner>.+)\k<quote>$/su.exec(text);
  return match?.groups?.['inner'] ?? text;
}

/** `\n`, `\t`, `\"` and `\\`, so that one line can say more. */
function unescape(text: string): string {
  const meanings: Readonly<Record<string, string>> = { n: '\n', t: '\t' };
  return text.replaceAll(/\\(.)/gsu, (_whole, letter: string) => meanings[letter] ?? letter);
}
