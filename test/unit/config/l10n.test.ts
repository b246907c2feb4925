import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../support/repositoryRoot';

/** Every English text that the source hands to `l10n.t`. */
async function textsInSource(): Promise<Set<string>> {
  const texts = new Set<string>();
  const files = await readdir(join(repositoryRoot, 'src'), { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const content = await readFile(join(repositoryRoot, 'src', file), 'utf8');
    if (!content.includes('l10n')) continue;
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && node.expression.getText() === 'l10n.t') {
        const [text] = node.arguments;
        if (text === undefined || !ts.isStringLiteral(text)) throw new Error(`${file}: l10n.t takes a plain string`);
        texts.add(text.text);
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, content, ts.ScriptTarget.ES2022, true));
  }
  return texts;
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\d+\}/g)].map(([found]) => found).sort();
}

describe('texts of the host', () => {
  let spanish: Record<string, string>;

  beforeAll(async () => {
    const file = join(repositoryRoot, 'l10n', 'bundle.l10n.es.json');
    spanish = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  });

  it('are all there in Spanish, and none that is not used', async () => {
    expect(Object.keys(spanish).sort()).toEqual([...(await textsInSource())].sort());
  });

  it('keep their placeholders', () => {
    for (const [english, translated] of Object.entries(spanish)) {
      expect(placeholders(translated), english).toEqual(placeholders(english));
    }
  });
});
