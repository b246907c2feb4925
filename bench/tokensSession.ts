import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { globby } from 'globby';
import { repositoryRoot } from '../test/support/repositoryRoot';

/** What an agent reads and writes: prose, code, and JSON, in about these shares of characters. */
const sources = [
  { patterns: ['node_modules/*/README.md'], share: 0.3 },
  { patterns: ['node_modules/typescript/lib/lib.*.d.ts', 'node_modules/vitest/dist/**/*.js'], share: 0.5 },
  { patterns: ['package-lock.json', 'node_modules/*/package.json'], share: 0.2 },
];

const MESSAGE_CHARACTERS = 3000;

/** The messages of a session of about `characters` characters, made of the files of installed packages. */
export async function sessionMessages(characters: number): Promise<string[]> {
  const columns = await Promise.all(sources.map(({ patterns, share }) => excerpts(patterns, characters * share)));
  // Interleaved, as in a session: a message, a tool call, a result.
  const rounds = Math.max(...columns.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) =>
    columns.flatMap((column) => column.slice(round, round + 1)),
  ).flat();
}

async function excerpts(patterns: string[], characters: number): Promise<string[]> {
  const messages: string[] = [];
  const files = (await globby(patterns, { cwd: repositoryRoot })).sort();
  let left = characters;
  for (const file of files) {
    const text = await readFile(join(repositoryRoot, file), 'utf8');
    for (let start = 0; start < text.length && left > 0; start += MESSAGE_CHARACTERS) {
      const message = text.slice(start, start + MESSAGE_CHARACTERS);
      messages.push(message);
      left -= message.length;
    }
  }
  return messages;
}
