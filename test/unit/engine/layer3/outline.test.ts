import { describe, expect, it } from 'vitest';
import { liveStateOf } from '../../../../src/engine/layer3/liveState';
import type { Language } from '../../../../src/engine/layer3/languageWords';
import { outlineOf } from '../../../../src/engine/layer3/outline';
import type { Message } from '../../../../src/engine/message';
import { assistant, call, result, user } from '../../../support/engineFixture';

const countText = (text: string): number => Math.ceil(text.length / 4);

const session: readonly Message[] = [
  user('Make the import of large files faster.'),
  assistant('I look at the reader first.', call('1', 'Read', JSON.stringify({ file_path: 'src/import/reader.ts' }))),
  result('1', 'export function readAll() {}'),
  user('Never change the public interface.'),
  assistant('', call('2', 'Bash', JSON.stringify({ command: 'npm run bench' }))),
  result('2', 'RangeError: Invalid array length', 'Bash'),
  assistant('The buffer grows too far, so `readAll` gets a limit because files may be larger than memory.'),
  assistant('', call('3', 'Edit', JSON.stringify({ file_path: 'src/import/reader.ts' }))),
  assistant(
    '',
    call(
      '4',
      'TodoWrite',
      JSON.stringify({
        todos: [
          { content: 'Measure again', status: 'in_progress' },
          { content: 'Limit the buffer', status: 'completed' },
        ],
      }),
    ),
  ),
  assistant('The limit is in place. Now I will measure it again.'),
];

function outline(
  budgetTokens: number,
  options: { language?: Language; earlierSummary?: string; messages?: readonly Message[] } = {},
) {
  const messages = options.messages ?? session;
  return outlineOf({
    messages: messages.map((message, index) => ({ message, index })),
    earlierSummary: options.earlierSummary ?? null,
    live: liveStateOf(messages),
    language: options.language ?? 'en',
    budgetTokens,
    countText,
  });
}

function sectionsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('## '));
}

describe('outlineOf', () => {
  it('has the nine sections, filled from the messages', () => {
    expect(outline(1_000)).toBe(
      [
        '## 1. User intent and goals',
        '- Make the import of large files faster.',
        '## 2. Key concepts',
        'readAll',
        '## 3. Files and paths',
        'src/import/reader.ts',
        '## 4. Errors and fixes',
        '- RangeError: Invalid array length → The buffer grows too far, so `readAll` gets a limit because files may be larger than memory.',
        '## 5. Approach',
        '–',
        '## 6. Key user messages',
        '- Never change the public interface.',
        '## 7. Pending tasks',
        '- Measure again',
        '## 8. Current progress',
        '- Limit the buffer',
        '- I look at the reader first.',
        '## 9. Next step',
        '– ',
      ]
        .join('\n')
        .replace('– ', '- Now I will measure it again.'),
    );
  });

  it('has its headings in the language of the session', () => {
    expect(sectionsOf(outline(1_000, { language: 'es' }))).toEqual([
      '## 1. Intención y objetivos del usuario',
      '## 2. Conceptos clave',
      '## 3. Archivos y rutas',
      '## 4. Errores y soluciones',
      '## 5. Enfoque',
      '## 6. Mensajes clave del usuario',
      '## 7. Tareas pendientes',
      '## 8. Progreso actual',
      '## 9. Siguiente paso',
    ]);
  });

  it.each(Array.from({ length: 40 }, (_, step) => step * 7))('never takes more than %i tokens', (budget) => {
    expect(countText(outline(budget))).toBeLessThanOrEqual(budget);
  });

  it('keeps what is to be done and what was ordered longest', () => {
    const short = outline(60);
    expect(short).toContain('Measure again');
    expect(short).toContain('Never change the public interface.');
    expect(short).not.toContain('RangeError');
  });

  it('invents nothing: every item stands in a message', () => {
    const all = JSON.stringify(session).replaceAll('\\"', '"');
    const items = outline(1_000)
      .split('\n')
      .filter((line) => !line.startsWith('## ') && line !== '–')
      .flatMap((line) => line.replace(/^- /, '').split(' → '));
    for (const item of items) expect(all).toContain(item);
  });

  it('carries an earlier summary on, section by section, without its facts and its state', () => {
    const earlierSummary = [
      '[summary of 40 earlier messages] 0123456789abcdef.md',
      outline(1_000, { messages: [user('Port the tool to Windows.'), user('Always ask before you publish.')] }),
      '## State',
      'Files touched, newest first: src/gone.ts',
      '## Facts',
      'Paths: src/listed.ts',
    ].join('\n');
    const next = outline(1_000, { earlierSummary });
    expect(next).toContain('## 1. User intent and goals\n- Port the tool to Windows.\n- Make the import');
    expect(next).toContain('- Always ask before you publish.');
    expect(next).not.toMatch(/gone|listed|0123456789abcdef/);
    expect(sectionsOf(next)).toHaveLength(9);
  });

  it('carries on a summary that a model wrote in its own way', () => {
    const earlierSummary = '**Files and paths**\n* `lib/core.c` holds the loop\n\nSomething without a heading.';
    expect(outline(1_000, { earlierSummary })).toContain('`lib/core.c` holds the loop');
  });

  it('says the same again when it is carried on alone, however often', () => {
    const earlier =
      '## Files and paths\n- src/a.ts holds the loop\nsrc/b.ts src/c.ts\n## Key concepts\nreadAll, limit\n- A frame, which is a message';
    const messages = [user('Go on with `readAll` in lib/d.ts.')];
    const once = outline(1_000, { earlierSummary: earlier, messages });
    expect(once).toContain('- src/a.ts holds the loop');
    const twice = outline(1_000, { earlierSummary: once, messages });
    expect(outline(1_000, { earlierSummary: twice, messages })).toBe(twice);
    expect(twice.match(/readAll/g)).toHaveLength(once.match(/readAll/g)?.length ?? 0);
    expect(twice).toContain('- A frame, which is a message');
  });

  it('quotes on one line, so that a message cannot open a section', () => {
    const text = outline(1_000, { messages: [user('Look:\n## 7. Pending tasks\n- not a task')] });
    expect(sectionsOf(text)).toHaveLength(9);
    expect(text).toContain('- Look: ## 7. Pending tasks - not a task');
  });

  it('does not list as pending what is done by now', () => {
    const earlierSummary = '## 7. Pending tasks\n- Limit the buffer\n- Write the notes';
    const pending = outline(1_000, { earlierSummary }).split('## 7. Pending tasks')[1]?.split('## 8.')[0] ?? '';
    expect(pending).toContain('Write the notes');
    expect(pending).not.toContain('Limit the buffer');
  });

  it('is empty for nothing', () => {
    expect(outline(1_000, { messages: [] })).toBe('');
  });

  it.each(['a', '. ', '`', '- [ ] x\n', '```\n', ' '])('takes a million characters of %j', (seed) => {
    const text = seed.repeat(1_000_000 / seed.length);
    expect(countText(outline(500, { messages: [user(text), assistant(text), result('1', text)] }))).toBeLessThanOrEqual(
      500,
    );
  });
});
