import { describe, expect, it } from 'vitest';
import { instructionsIn } from '../../../../src/engine/layer3/instructionFacts';

const found = (typed: string): string[] => [...instructionsIn(typed)];

describe('instructionsIn', () => {
  it.each([
    'We never commit directly to main.',
    "I don't want you to modify the migrations folder.",
    'I do not want you to push',
    'I never want to see console.log',
    'I always want tests',
    'You do not touch vendor/.',
    'It is important that the build stays green.',
    'Under no circumstances rename the table.',
    'It is forbidden to use eval.',
    'You cannot use lodash.',
    'Only write TypeScript',
    'The service must not log tokens',
    'You may not edit generated files.',
    'Tests should not touch the network.',
    'Make sure that the tests pass.',
    'No ejecutes las migraciones',
    'No añadas dependencias nuevas.',
    'No subas nada a producción',
    'Por favor, no lo borres.',
    'No ejecute los scripts.',
    'No haga commit',
    'no debes tocar vendor/',
    'No se debe usar any',
    'Solo usa TypeScript',
    'Prohibido usar any.',
    'Queda prohibido tocar main',
    'Tienes que pasar los tests antes',
    'Hay que usar pnpm',
    'Usa siempre pnpm',
    'Nunca toques main',
    'Jamás hagas push',
    'Ne touche pas au dossier vendor.',
    "N'utilise pas lodash",
    'Utilise toujours pnpm',
    'Ne jamais pousser sur main',
    'Il faut lancer les tests',
    'Ändere die Datei config.json nicht.',
    'Verwende keine neuen Abhängigkeiten',
    'Keine Tests löschen',
    'Die Datei package.json nicht ändern.',
    'Immer zuerst testen',
    'Du darfst nicht pushen',
    'Du musst pnpm benutzen',
    'Non toccare la cartella vendor',
    'Usa sempre pnpm',
    'Non fare mai push',
    'Não toque na pasta vendor',
    'Use sempre pnpm',
    'Nunca faça push',
    '不要修改 src/a.ts',
    '禁止提交到 main',
    '必须先运行测试',
    '务必使用 pnpm',
    '总是先运行测试',
    '请勿推送',
    'main にプッシュしないでください',
    '必ずテストを実行',
    '絶対に変更しない',
    'main에 푸시하지 마세요',
    '반드시 테스트를 실행',
    'Не трогай папку vendor',
    'Не используйте lodash.',
    'Никогда не пушь в main',
    'Нельзя менять схему',
    'Обязательно запускай тесты',
  ])('takes for a standing order: %s', (typed) => {
    expect(found(typed)).toEqual([typed]);
  });

  it.each([
    'It never works',
    'why does it never finish',
    'The build always fails',
    "I don't know.",
    'we never got it to run',
    'It may not be the cache.',
    'Should we never do that?',
    'No funciona el botón',
    'no existe el archivo',
    'Siempre falla',
    'Ça ne marche pas',
    'Das geht nicht',
    'Non funziona',
    'Não funciona',
    'не работает',
    '为什么总是失败',
    'Only the first test is red',
    'Fix the login page',
    'Arregla el módulo de la caché',
  ])('takes for none: %s', (typed) => {
    expect(found(typed)).toEqual([]);
  });

  it('keeps the order before a question', () => {
    expect(found('Never push to main. Can you fix the login?')).toEqual(['Never push to main.']);
  });

  it('keeps the list that an order opens with it', () => {
    expect(found('Never do any of these:\n\n- push to main\n- edit vendor/\nFix the login.')).toEqual([
      'Never do any of these: - push to main - edit vendor/',
    ]);
    expect(found('Nunca hagas esto:\n1. push')).toEqual(['Nunca hagas esto: 1. push']);
  });

  it('opens anew where a list is longer than an entry', () => {
    const entries = Array.from({ length: 30 }, (_, number) => `- touch the folder number ${String(number)}`);
    const orders = found(`Never do any of these:\n${entries.join('\n')}`);
    expect(orders.length).toBeGreaterThan(1);
    expect(orders.every((order) => order.startsWith('Never do any of these: -') && order.length <= 300)).toBe(true);
    for (const entry of entries) expect(orders.join('\n')).toContain(entry);
  });

  it('gives one line without marks at its start', () => {
    expect(found('## Never\tpush   to main')).toEqual(['Never push to main']);
    expect(found(`- Never push ${'x'.repeat(200)}`)[0]).toMatch(/^Never push x/);
  });

  it.each(['no ', 'ne x ', 'ä ', 'Never: \n- a\n', 'a: ', 'nicht ', 'never', '不', '. no ', 'you never '])(
    'looks at two million characters of %j without going back over them',
    (seed) => {
      const text = seed.repeat(2_000_000 / seed.length);
      for (const order of instructionsIn(text)) expect(order.length).toBeLessThanOrEqual(300);
      for (const order of instructionsIn(`${seed.repeat(20)}\n`.repeat(20_000)))
        expect(order.length).toBeLessThanOrEqual(300);
    },
  );
});
