import { anthropicJson } from './anthropicJson';
import type { ExportFormat, ExportItem } from './exportItem';
import { html } from './html';
import { markdown } from './markdown';
import { openAiJsonl } from './openAiJsonl';
import { strataLines } from './strataLines';

/** The text of a file of a format, in pieces, as long as the largest text of a message at most. */
export function writeItems(format: ExportFormat, items: Iterable<ExportItem>): Generator<string> {
  switch (format) {
    case 'markdown':
      return markdown(items);
    case 'html':
      return html(items);
    case 'strata':
      return strataLines(items);
    case 'openai':
      return openAiJsonl(items);
    case 'anthropic':
      return anthropicJson(items);
  }
}
