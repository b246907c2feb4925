import { describe, expect, it } from 'vitest';
import { parseOfflineCommands } from '../../../src/providers/offlineCommands';

describe('parseOfflineCommands', () => {
  it.each([
    ['read src/a.ts', 'read_file', { path: 'src/a.ts' }],
    ['Lee `src/a.ts`', 'read_file', { path: 'src/a.ts' }],
    ['please read src/a.ts', 'read_file', { path: 'src/a.ts' }],
    ['- read src/a.ts', 'read_file', { path: 'src/a.ts' }],
    ['grep foo', 'grep', { pattern: 'foo' }],
    ['grep foo bar in src/engine', 'grep', { pattern: 'foo bar', path: 'src/engine' }],
    ['busca "foo" en src', 'grep', { pattern: 'foo', path: 'src' }],
    ['glob **/*.ts', 'glob', { pattern: '**/*.ts' }],
    ['ls', 'glob', { pattern: '*' }],
    ['search context window', 'search_files', { query: 'context window' }],
    ['run npm test -- --watch=false', 'bash', { command: 'npm test -- --watch=false' }],
    ['ejecuta ls -la', 'bash', { command: 'ls -la' }],
    ['fetch https://example.com/a', 'web_fetch', { url: 'https://example.com/a' }],
    ['todo add write the test', 'todo', { action: 'add', subject: 'write the test' }],
    ['todo done 2', 'todo', { action: 'done', subject: '2' }],
    ['$ git status', 'bash', { command: 'git status' }],
    ['write notes.txt: one\\ntwo', 'write_file', { path: 'notes.txt', content: 'one\ntwo\n' }],
    ['escribe a.txt: hola', 'write_file', { path: 'a.txt', content: 'hola\n' }],
    ['create b.txt: hello', 'create_file', { path: 'b.txt', content: 'hello\n' }],
    ['edit a.ts: "x \\"y\\"" -> "z"', 'edit', { path: 'a.ts', old_text: 'x "y"', new_text: 'z' }],
  ])('%s', (line, tool, args) => {
    expect(parseOfflineCommands(line)).toEqual([{ tool, arguments: args }]);
  });

  it('takes several lines as several commands and passes over the rest', () => {
    expect(parseOfflineCommands('Two things:\nread a.ts\n\ngrep b\nthanks').map(({ tool }) => tool)).toEqual([
      'read_file',
      'grep',
    ]);
  });

  it.each(['hello', '', 'read', 'what can you read?', 'edit a.ts: x -> y', 'write a.txt'])(
    'finds no command in %j',
    (text) => {
      expect(parseOfflineCommands(text)).toEqual([]);
    },
  );
});
