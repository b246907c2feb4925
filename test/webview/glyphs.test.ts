import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../support/repositoryRoot';
import { glyphs } from '../../webview/ui/glyphs';

it("names the font's own code points", async () => {
  const sheet = await readFile(join(repositoryRoot, 'node_modules/@vscode/codicons/dist/codicon.css'), 'utf8');
  const named = [...sheet.matchAll(/\.codicon-([\w-]+):before \{ content: "\\([0-9a-f]+)"/g)];
  const font = new Map(named.map(([, name, code]) => [name, String.fromCodePoint(parseInt(code ?? '', 16))]));
  for (const [name, glyph] of Object.entries(glyphs)) expect([name, font.get(name)]).toEqual([name, glyph]);
});
