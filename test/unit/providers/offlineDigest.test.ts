import { expect, it } from 'vitest';
import { digestOf } from '../../../src/providers/offlineDigest';

it('names a result word for word, whatever its name would mean in Markdown', () => {
  const [, head] = digestOf([{ title: 'Glob src/**/*_a.ts', text: 'src/x_a.ts', isError: false }]).split('\n\n');
  expect(head?.split('\n', 1)).toEqual([String.raw`**Glob src/\*\*/\*\_a.ts**: 1 line, 10 characters`]);
});
