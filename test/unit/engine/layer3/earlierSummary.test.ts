import { describe, expect, it } from 'vitest';
import { earlierItems } from '../../../../src/engine/layer3/earlierSummary';
import { SECTIONS, sectionNames } from '../../../../src/engine/layer3/outlineHeadings';
import { SUMMARY_SECTIONS } from '../../../../src/engine/layer3/prompts';

const REFERENCE = [
  'Intención y objetivos del usuario',
  'Conceptos y términos clave',
  'Archivos y rutas implicados',
  'Errores encontrados y sus soluciones',
  'Enfoque de resolución de problemas',
  'Mensajes clave del usuario',
  'Tareas pendientes',
  'Progreso actual del trabajo',
  'Plan para el siguiente paso',
];
const NINE_TRANSLATED = ['目标', '概念', '文件', '错误', '方法', '消息', '待办', '进度', '下一步'];
const own = sectionNames().map((names) => SECTIONS.map((section) => names[section]));

/** What stands in the sections that hold anything. */
function filled(summary: string) {
  return Object.fromEntries(Object.entries(earlierItems(summary)).filter(([, items]) => items.length > 0));
}

const each = Object.fromEntries(SECTIONS.map((section, position) => [section, [`item ${String(position)}`]]));
const summaryWith = (headings: readonly string[]): string =>
  headings.map((heading, position) => `${heading}\n- item ${String(position)}`).join('\n\n');

describe('earlierItems', () => {
  it.each([SUMMARY_SECTIONS, REFERENCE, ...own])('knows the sections by their names: %s …', (...names) => {
    for (const shaped of [
      (name: string) => `## ${name}`,
      (name: string) => `### ${name}:`,
      (name: string) => `**${name}**`,
      (name: string) => `**${name}:**`,
      (name: string, position: number) => `## ${String(position + 1)}. ${name}`,
      (name: string, position: number) => `${String(position + 1)}. ${name}`,
      (name: string, position: number) => `${String(position + 1)}. **${name}**`,
      (name: string, position: number) => `**${String(position + 1)}. ${name}**`,
    ]) {
      expect(filled(summaryWith(names.map(shaped)))).toEqual(each);
    }
  });

  it.each([
    (name: string, number: number) => `## ${String(number)}. ${name}`,
    (name: string, number: number) => `${String(number)}. **${name}**`,
    (name: string, number: number) => `**${String(number)}. ${name}**`,
    (name: string, number: number) => `# ${String(number)}) ${name}`,
  ])('knows them by their number where a model translated them', (shaped) => {
    expect(filled(summaryWith(NINE_TRANSLATED.map((name, position) => shaped(name, position + 1))))).toEqual(each);
  });

  it('takes no sentence for a heading', () => {
    const said = 'Next step is to run npm test and to see what fails.';
    expect(filled(said)).toEqual({ progress: [said] });
    expect(filled('Files and paths are all in src.')).toEqual({ progress: ['Files and paths are all in src.'] });
    expect(filled('## Next step is to run npm test')).toEqual({ nextStep: ['Next step is to run npm test'] });
  });

  it('takes the entries of a numbered list for no headings', () => {
    expect(filled('## 6. Key user messages\n1. Never push.\n2. **Use tabs**\n3. Write tests.')).toEqual({
      userMessages: ['Never push.', '**Use tabs**', 'Write tests.'],
    });
    expect(filled('**Errors and fixes**\n5. **ENOENT**\n6. **EACCES**')).toEqual({
      errors: ['**ENOENT**', '**EACCES**'],
    });
  });

  it('keeps what stands under headings it does not know', () => {
    expect(filled('## Errors\n- ENOENT\n### In the reader\n- EACCES\n## Release notes\n- 1.2 is out')).toEqual({
      errors: ['ENOENT', 'In the reader', 'EACCES'],
      progress: ['Release notes', '1.2 is out'],
    });
    expect(filled('# Summary of the session\n\n## 1. Ziel\n- schneller')).toEqual({ goals: ['schneller'] });
  });

  it.each(['## Anything', '**Anything**', '# Anything'])(
    'leaves facts and state at the next heading: %s',
    (heading) => {
      for (const made of ['## Facts', '## State']) {
        expect(filled(`## Goals\n- go\n${made}\nPaths: a.ts\n- **old**\n1. old\n${heading}\n- kept`)).toEqual({
          goals: ['go'],
          progress: ['Anything', 'kept'],
        });
      }
    },
  );

  it('takes lists of names apart, and sentences never', () => {
    expect(filled('## Files and paths\nsrc/a.ts Makefile src/b.ts lib/c.rs')).toEqual({
      files: ['src/a.ts', 'Makefile', 'src/b.ts', 'lib/c.rs'],
    });
    expect(filled('## Files and paths\nThe loop is in src/a.ts and src/b.ts.\n- src/c.ts: the reader')).toEqual({
      files: ['The loop is in src/a.ts and src/b.ts.', 'src/c.ts: the reader'],
    });
    expect(filled('## Key concepts\nreadAll, writeAll')).toEqual({ concepts: ['readAll', 'writeAll'] });
    expect(filled('## Key concepts\nA frame, which is a message')).toEqual({
      concepts: ['A frame, which is a message'],
    });
  });

  it('reads no heading in a block of code, and goes on where one never ends', () => {
    expect(filled('## Errors\n```sh\n# Next step\n```\n- x')).toEqual({ errors: ['# Next step', 'x'] });
    expect(filled('## Errors\n```\n## Next step\n- x')).toEqual({ errors: ['```'], nextStep: ['x'] });
  });

  it.each(['#', '**', '1. ', '1. **a** ', '# \n', '```\n'])('reads a million characters of %j', (seed) => {
    expect(earlierItems(seed.repeat(1_000_000 / seed.length))).toBeDefined();
  });
});
