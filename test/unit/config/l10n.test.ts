import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TextBundle } from '../../../src/l10n/text';
import { repositoryRoot } from '../../support/repositoryRoot';
import { spanishTexts } from '../../support/spanishTexts';

interface UsedText {
  readonly text: string;
  readonly place: string;
  /** Names or numbers of the arguments; null where they are not written out at the call. */
  readonly given: readonly string[] | null;
}

const wordedIn = ['src', 'webview'];

/** Every English text that is handed to `l10n.t` of VS Code, and to `t` and `tn` of `src/l10n/text.ts`. */
async function usedTexts(): Promise<readonly UsedText[]> {
  const found: UsedText[] = [];
  for (const folder of wordedIn) {
    const names = await readdir(join(repositoryRoot, folder), { recursive: true });
    for (const name of names.filter((each) => /\.tsx?$/.test(each))) {
      const content = await readFile(join(repositoryRoot, folder, name), 'utf8');
      if (!/\b(?:l10n|text|rich)\b/.test(content)) continue;
      const source = ts.createSourceFile(name, content, ts.ScriptTarget.ES2022, true);
      found.push(...textsOf(source, `${folder}/${name}`));
    }
  }
  return found;
}

function textsOf(source: ts.SourceFile, file: string): readonly UsedText[] {
  const found: UsedText[] = [];
  const wording = new Set(['l10n.t', ...importedFromText(source)]);
  const take = (call: ts.CallExpression, text: ts.Expression | undefined, rest: readonly ts.Expression[]): void => {
    const { line } = source.getLineAndCharacterOfPosition(call.getStart());
    const place = `${file}:${line + 1}`;
    // Modules of the host are loaded before it knows the language; those of a page, after.
    const isTooEarly = file.startsWith('src/') && !isInFunction(call);
    if (isTooEarly) throw new Error(`${place}: the language is not known when a module is loaded`);
    if (text === undefined || !ts.isStringLiteral(text)) throw new Error(`${place}: the text is one plain string`);
    found.push({ text: text.text, place, given: givenTo(rest) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && wording.has(node.expression.getText())) {
      const { arguments: args } = node;
      if (node.expression.getText() === 'tn') {
        take(node, args[0], args.slice(2));
        take(node, args[1], args.slice(2));
      } else {
        take(node, args[0], args.slice(1));
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isInFunction(node: ts.Node): boolean {
  return ts.findAncestor(node, ts.isFunctionLike) !== undefined;
}

/** What of `t`, `tn` and `rich` a file takes from the file of the texts. */
function importedFromText(source: ts.SourceFile): readonly string[] {
  return source.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
    const bindings = importClause?.namedBindings;
    const isText = ts.isStringLiteral(moduleSpecifier) && /\/(?:text|rich)$/.test(moduleSpecifier.text);
    if (!isText || bindings === undefined || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.map(({ name }) => name.text).filter((name) => ['t', 'tn', 'rich', 'both'].includes(name));
  });
}

function givenTo(args: readonly ts.Expression[]): readonly string[] | null {
  const [first] = args;
  if (args.some(ts.isSpreadElement)) return null;
  if (first === undefined || !ts.isObjectLiteralExpression(first)) return args.map((_, at) => String(at));
  return first.properties.some(ts.isSpreadAssignment)
    ? null
    : first.properties.map((property) => property.name?.getText() ?? '');
}

function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? ''))].sort();
}

describe('texts of host and pages', () => {
  let spanish: TextBundle;
  let used: readonly UsedText[];

  beforeAll(async () => {
    spanish = await spanishTexts();
    used = await usedTexts();
  });

  it('are all there in Spanish, and none that is not used', () => {
    const texts = new Set(used.map(({ text }) => text));
    expect([...texts].filter((text) => spanish[text] === undefined).sort()).toEqual([]);
    expect(Object.keys(spanish).filter((text) => !texts.has(text))).toEqual([]);
    expect(Object.entries(spanish).filter(([, translated]) => translated.trim() === '')).toEqual([]);
  });

  it('keep their placeholders', () => {
    for (const [english, translated] of Object.entries(spanish)) {
      expect(placeholders(translated), english).toEqual(placeholders(english));
    }
  });

  it('are given what their placeholders ask for', () => {
    for (const { text, place, given } of used) {
      if (given !== null) expect(placeholders(text), `${place}: ${text}`).toEqual([...given].sort());
    }
  });
});
