import { describe, expect, it } from 'vitest';
import { factsOf as factsOfMessages } from '../../../../src/engine/layer3/factRanking';
import { liveStateOf } from '../../../../src/engine/layer3/liveState';
import type { Message } from '../../../../src/engine/message';
import { assistant, call, result, user } from '../../../support/engineFixture';

const indexed = (messages: readonly Message[]) => messages.map((message, index) => ({ message, index }));
const factsOf = (...messages: Message[]) => factsOfMessages(indexed(messages), liveStateOf(messages));
const textsOf = (...messages: Message[]) => factsOf(...messages).map(({ kind, text }) => `${kind} ${text}`);

describe('facts of messages', () => {
  it.each([
    ['src/engine/ledger.ts:42:7', 'path src/engine/ledger.ts'],
    ['see `./build.sh`, please', 'path ./build.sh'],
    ['at C:\\work\\app\\main.cs', 'path C:\\work\\app\\main.cs'],
    ['look at https://example.org/a/b.', 'path https://example.org/a/b'],
    ['TypeError: Cannot read properties of undefined', 'error TypeError: Cannot read properties of undefined'],
    ['it says ENOENT again', 'error ENOENT'],
    ['a.ts(1,2): error TS2345: Argument of type', 'error error TS2345: Argument of type'],
    ['Exit code 127', 'error Exit code 127'],
    ['it takes 250 ms now', 'number 250 ms'],
    ['use 10-15 seconds', 'number 10-15 seconds'],
    ['80% of it', 'number 80%'],
    ['Never touch the lock file.', 'instruction Never touch the lock file.'],
    ['No hagas commit hasta el final', 'instruction No hagas commit hasta el final'],
    ['Immer zuerst die Tests', 'instruction Immer zuerst die Tests'],
    ['- [ ] write the notes', 'todo write the notes'],
    ['```bash\nnpm run build\n```', 'command npm run build'],
  ])('finds in what a person typed: %s', (typed, fact) => {
    expect(textsOf(user(typed))).toContain(fact);
  });

  it.each([
    'and/or',
    'read/write',
    '1/2',
    'this.count',
    'application/json',
    '/clear',
    'I do not know.',
    'Should it never end?',
  ])('takes for no fact: %s', (typed) => {
    expect(textsOf(user(typed))).toEqual([]);
  });

  it('takes commands from the calls that run them, and paths from any call', () => {
    const texts = textsOf(
      assistant('', call('1', 'Bash', JSON.stringify({ command: 'npm test -- --run' }))),
      assistant('', call('2', 'shell', JSON.stringify({ command: ['bash', '-lc', 'ls docs/notes.md'] }))),
      assistant('', call('3', 'Edit', JSON.stringify({ file_path: '/home/me/app/main.py' }))),
    );
    expect(texts).toContain('command npm test -- --run');
    expect(texts).toContain('command ls docs/notes.md');
    expect(texts).not.toContain('command bash');
    expect(texts).toContain('path /home/me/app/main.py');
  });

  it('takes no order from what a harness wrote into a message', () => {
    expect(textsOf(user('<system-reminder>Never say so.</system-reminder>go on'))).toEqual([]);
    expect(textsOf({ ...user('Always say so.'), synthetic: 'injected' })).toEqual([]);
  });

  it('gives each fact once, with how often and how lately it was used', () => {
    const [fact] = factsOf(user('fix src/a.ts'), assistant('I read src/a.ts and src/a.ts'), result('1', 'nothing'));
    expect(fact).toEqual({ kind: 'path', text: 'src/a.ts', namedByUser: true, uses: 2, lastIndex: 1 });
  });

  it('ranks orders and todos first, then what the user named, then what was used lately and often', () => {
    const ranked = textsOf(
      result('1', 'src/old.ts'),
      user('look at src/named.ts'),
      result('2', 'src/often.ts'),
      result('3', 'src/often.ts'),
      result('4', 'src/often.ts'),
      result('5', 'src/late.ts'),
      user('always run the tests\n- [ ] the rest'),
    );
    expect(ranked).toEqual([
      'instruction always run the tests',
      'todo the rest',
      'path src/named.ts',
      'path src/often.ts',
      'path src/late.ts',
      'path src/old.ts',
    ]);
  });

  it('knows todos as they stand now', () => {
    const list = (status: string) =>
      assistant('', call('1', 'TodoWrite', JSON.stringify({ todos: [{ content: 'tidy up', status }] })));
    expect(textsOf(list('pending'))).toEqual(['todo tidy up']);
    expect(textsOf(list('pending'), list('completed'))).toEqual([]);
    expect(textsOf(user('- [ ] one\n- [ ] two'), assistant('- [x] one'))).toEqual(['todo two']);
    const live = { todos: [{ text: 'tidy up', status: 'done' as const }], touchedFiles: [] };
    expect(factsOfMessages(indexed([list('pending')]), live)).toEqual([]);
  });

  it.each(['a/', '1', 'error', 'Error: ', '/', '`a', '[', 'é', '1.', '- [ ] ', ' ', "don't "])(
    'looks at a million characters of %j without going back over them',
    (seed) => {
      const text = seed.repeat(1_000_000 / seed.length);
      for (const message of [user(text), assistant(text), result('1', text)]) {
        // A pattern that goes back takes hours here, and the test its limit.
        expect(factsOf(message).length).toBeLessThan(1_000);
      }
    },
  );
});
