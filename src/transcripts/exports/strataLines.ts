import type { ExportItem } from './exportItem';

/** Strata's own format: JSON lines that read back as the very same session; see `strataRecords`. */
export function* strataLines(items: Iterable<ExportItem>): Generator<string> {
  for (const item of items) if (item.type === 'record') yield `${JSON.stringify(item.record)}\n`;
}
