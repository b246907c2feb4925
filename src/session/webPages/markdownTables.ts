import type TurndownService from 'turndown';
import type { PageElement } from './pageDocument';

/** Tables as rows between bars, with the line under the first that makes them tables. */
export function addTableRules(service: TurndownService): void {
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) =>
      ` ${content
        .trim()
        .replaceAll(/\s*\n\s*/gu, ' ')
        .replaceAll('|', String.raw`\|`)} |`,
  });
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const row = node as unknown as PageElement;
      const line = `\n|${content.replaceAll('\n', '')}`;
      const isFirst = row.closest('table')?.querySelector('tr') === row;
      return isFirst ? `${line}\n|${' --- |'.repeat([...row.children].length)}` : line;
    },
  });
  service.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });
  service.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
}
