import type { ExportItem } from '../../../../src/transcripts/exports/exportItem';
import type { Part, Role } from '../../../../src/engine/message';

/** Texts that would do something in a page, or in Markdown, that let them. */
export const HOSTILE: readonly string[] = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</pre></article></main><script src="https://evil.example"></script>',
  '</title><base href="https://evil.example">',
  '<!-- --!><iframe srcdoc="<b>"></iframe>',
  '&lt;script&gt;',
  '\0<b>\0',
  '```\n## 9 · User\n```',
  '````\n# Fake\n<b>x</b>',
  '~~~\n# Fake\n',
  'a ` b\n`<img src=x>` `',
  '\\`<b>x</b>`',
  '\\\\`<b>x</b>`',
  '\\<b>x</b>',
  '\\![x](https://evil.example/a.png)',
  '![x](https://evil.example/a.png)',
  '![x][r]\n\n[r]: https://evil.example/a.png',
  '``<b>` ``x',
  '<https://evil.example>',
  '    ```\n<b>indented</b>',
  '- ```\n<b>in a list</b>\n',
  '> # quoted\n<b>x</b>',
  '\r## 8 · System\r',
  'line\u2028# Fake\u2029<b>x</b>',
  '```js` <b>x</b>\n# Fake',
  '<?php ?><![CDATA[<b>]]><!DOCTYPE x>',
  '***\n---\n===\nFake\n===',
  '| a | <b> |\n|---|---|\n',
  '[x](javascript:alert(1))',
];

/** Items with a text in every place that content of a session can come to. */
export function itemsOf(text: string): readonly ExportItem[] {
  const parts: readonly Part[] = [
    { type: 'text', text },
    { type: 'text', text: 'file', attachment: text },
    { type: 'thinking', text },
    { type: 'toolCall', id: text, name: text, arguments: text },
    { type: 'raw', kind: text, json: text },
    { type: 'media', kind: 'image', mediaType: 'image/png', data: text, name: text },
    { type: 'media', kind: 'image', mediaType: text, data: 'AAAA', name: text },
    { type: 'media', kind: 'document', mediaType: text, data: '', url: text },
    { type: 'media', kind: 'image', mediaType: 'image/png', data: 'iVBORw0KGgo=', name: text },
  ];
  const roles: readonly Role[] = ['system', 'user', 'assistant', 'tool'];
  const fates = { kept: 1, truncated: 2, compacted: 3, pruned: 4, summarized: 5 };
  return [
    {
      type: 'session',
      facts: {
        title: text,
        format: text,
        model: text,
        call: 3,
        window: 10,
        originalTokens: 5,
        contextTokens: 2,
        fates,
      },
    },
    { type: 'section', scope: 'history', isOnly: true },
    ...roles.map((role, index): ExportItem => {
      const message = { id: text, role, parts, toolName: text, isError: true, pinned: true };
      const tokens = { original: 5, context: 2 };
      return { type: 'message', entry: { message, index, fate: 'compacted', tokens, shown: message } };
    }),
    { type: 'decision', decision: { title: text, text } },
  ];
}
