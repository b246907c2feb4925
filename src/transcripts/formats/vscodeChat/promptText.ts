import { isList, isRecord, stringAt, type JsonRecord } from '../../../wire/jsonValue';

/** Kind of a node that is a text; others hold nodes. */
const TEXT_NODE = 2;

/** The text of a rendered prompt as tools answer with it; null for anything else. */
export function promptText(value: unknown): string | null {
  const node = isRecord(value) ? value['node'] : undefined;
  if (!isRecord(node)) return null;
  const texts: string[] = [];
  collect(node, texts);
  return texts.join('');
}

/** Nesting is bounded where records are read. */
function collect(node: JsonRecord, texts: string[]): void {
  if (node['type'] === TEXT_NODE) {
    const isNewLine = node['lineBreakBefore'] === true || (node['lineBreakBefore'] === 1 && texts.length > 0);
    if (isNewLine && texts.length > 0) texts.push('\n');
    texts.push(stringAt(node, 'text') ?? '');
    return;
  }
  const { children } = node;
  if (isList(children)) for (const child of children) if (isRecord(child)) collect(child, texts);
}
