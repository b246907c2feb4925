import { describe, expect, it } from 'vitest';
import { languageName, languageOf } from '../../../../src/engine/layer3/language';

describe('languageOf', () => {
  it.each([
    ['en', 'Please fix the tests in src/a.ts and do not change the settings.'],
    ['es', 'Arregla las pruebas del archivo src/a.ts y no cambies la configuración, por favor.'],
    ['fr', "Corrige les tests dans le fichier src/a.ts et ne change pas la configuration, s'il te plaît."],
    ['de', 'Bitte repariere die Tests in der Datei src/a.ts und ändere nichts an den Einstellungen.'],
    ['pt', 'Por favor, corrija os testes do arquivo src/a.ts e não mude a configuração, isso é tudo.'],
    ['it', 'Per favore, correggi i test del file src/a.ts e non cambiare la configurazione.'],
    ['ru', 'Исправь тесты в src/a.ts, пожалуйста.'],
    ['zh', '请修复 src/a.ts 中的测试'],
    ['ja', 'src/a.ts のテストを直してください'],
    ['ko', 'src/a.ts 테스트를 고쳐 주세요'],
  ] as const)('tells %s by its small words or its script', (language, text) => {
    expect(languageOf([text])).toBe(language);
  });

  it.each([[[]], [['']], [['src/a.ts 12 {}']]])('falls back to English where nothing tells: %j', (texts) => {
    expect(languageOf(texts)).toBe('en');
  });

  it.each([
    'fix file x.ts',
    'read file src/a.ts',
    'delete file tmp',
    'show diff per file',
    'add dark mode, no tests',
    'use no semicolons',
    'commit -m la',
    'visit example.com',
    'sort des columns',
    'die()',
    'npm run build --la el los',
    'rename `el archivo` to main',
    'translate "el archivo no existe para los demás" to German',
    '```\nel archivo no existe para los demás\n```',
    'add en, es, de and pt locales',
    'set y to los.x and swap a, e, o',
    'del file in os.path as no',
    'compare pro and con',
    'look at src/los/el/para/una.ts',
    'what does “bitte nicht” mean',
  ])('takes %j for English: a word that English or code uses too is no evidence', (text) => {
    expect(languageOf([text])).toBe('en');
  });

  it.each([
    ['es', 'arregla src/a.ts'],
    ['es', 'borra el file tmp y los tests'],
    ['es', 'haz commit de los cambios del fichero `the file is not there`'],
    ['es', 'Arregla este error:\n\n```\nTypeError: the value is not a function and it should be\n```'],
    ['es', "revisa src/the/and/of.ts\nelse if (this.is.not) { return 'the and of to is' }"],
    ['es', '¿Qué hace `readFile`?'],
    ['fr', "Pourquoi l'application ne démarre pas avec Node ?"],
    ['de', 'Bitte die Datei löschen.'],
    ['it', "Perché l'app non parte con Node?"],
    ['pt', 'Por que o app não inicia com Node?'],
  ] as const)('tells %s also beside English code: %j', (language, text) => {
    expect(languageOf([text])).toBe(language);
  });

  it('is not outvoted by a long English log in a message', () => {
    const log = 'The file is not there and it should be in the list of all that was read. '.repeat(40);
    const orders = [
      'arregla el fallo que sale al abrir el archivo',
      'ahora explica por qué',
      'añade pruebas para esto',
    ];
    expect(languageOf([...orders, `mira esto\n${log}`])).toBe('es');
  });

  it('goes by all messages, not by one', () => {
    expect(languageOf(['ok', 'revisa el módulo de la caché', 'the'])).toBe('es');
  });

  it('reads the first and the newest texts, and the beginning of each', () => {
    const spanish = 'revisa el módulo de la caché y no cambies los archivos';
    const english = 'please fix the tests and do not change the files';
    const many = (text: string, count: number) => Array.from({ length: count }, () => text);
    expect(languageOf([...many('x', 40), ...many(spanish, 500), ...many(english, 40)])).toBe('en');
    expect(languageOf([...many(english, 40), ...many(spanish, 500), ...many('x', 40)])).toBe('en');
    expect(languageOf([english, ...many('x'.repeat(4_000) + spanish, 3)])).toBe('en');
    expect(languageOf([...many(english, 1), ...many('x', 60), ...many(spanish, 2)])).toBe('es');
  });

  it('names languages for a prompt', () => {
    expect(languageName('es')).toBe('Spanish');
  });
});
