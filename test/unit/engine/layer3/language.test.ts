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
