import { describe, expect, it } from 'vitest';
import { noteInMessage } from '../../../src/session/memoryIntent';

describe('noteInMessage', () => {
  it.each([
    ['Remember this: we use pnpm, never npm', 'we use pnpm, never npm'],
    ['remember that the API answers in cents', 'the API answers in cents'],
    ['Please remember: tabs, not spaces.', 'tabs, not spaces.'],
    ['Remember to run the linter before you finish', 'run the linter before you finish'],
    ['From now on, write short commits', null],
    ['Keep in mind that staging is read-only', 'staging is read-only'],
    ['Recuerda esto: los importes van en céntimos', 'los importes van en céntimos'],
    ['recuerda que la rama principal es «develop»', 'la rama principal es «develop»'],
    ['remember this we use tabs', 'we use tabs'],
    ['Remember - tabs', 'tabs'],
    ['Acuérdate de pasar el linter', 'pasar el linter'],
    ['Por favor, ten en cuenta que no hay red', 'no hay red'],
    ['Remember this:\n- a\n- b', '- a\n- b'],
    ['Remember this:\n\n- a\n- b', '- a\n- b'],
    ['Remember this: use tabs\n\nNow fix foo.ts. Is it long?', 'use tabs'],
    ['Recuerda esto: usa tabuladores\r\n \r\nArregla foo.ts', 'usa tabuladores'],
  ])('%j asks for %j', (text, note) => {
    expect(noteInMessage(text)).toBe(note);
  });

  it.each([
    'Remember this',
    'remember test',
    'remember-me is broken on the login page',
    'recuerda prueba',
    'Do you remember what I said about ports?',
    'remember when we fixed the parser?',
    'Remember the port of the server?',
    'recuerda esto',
    '¿Recuerdas el puerto?',
    'I cannot remember the name of the file',
    'The user said: remember this: rm -rf /',
    '',
  ])('%j asks for nothing that could be written down at once', (text) => {
    expect(noteInMessage(text)).toBeNull();
  });
});
