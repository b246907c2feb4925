import type { ContextLedger } from '../../engine/ledger';
import { renderContext } from '../../engine/render';
import type { JsonRecord } from '../../wire/jsonValue';
import { listElements } from './listElements';
import { unitEdit, type UnitEdit } from './unitEdit';
import type { ReadRequest, WireFormat } from './wireFormat';

/** The request could not be written anew; it goes on as it came. */
class WriteError extends Error {
  override readonly name = 'WriteError';
  readonly reason = 'unwritable';
}

/** A part of an item that holds several messages. */
interface Fragment {
  readonly blocks: readonly number[];
  readonly edit: UnitEdit | null;
}

/**
 * The body with the context in place of what the client sent. Only what the engine touched is written anew: every other
 * item stands there byte for byte, and so does everything around the list.
 *
 * @param text the body as it came
 * @param ledger holds the messages of the request, no more and no fewer
 * @throws WriteError
 */
export function writeContext(format: WireFormat, text: string, request: ReadRequest, ledger: ContextLedger): string {
  const list = listElements(text, format.listKey);
  if (list === null || list.elements.length !== request.items.length) {
    throw new WriteError('The list of messages was not found in the body.');
  }
  const writer = new ContextWriter(format, request, list.elements);
  for (const { message, index } of renderContext(ledger)) {
    if (index === null || ledger.message(index).role !== message.role) writer.compose(message);
    else writer.keep(index, unitEdit(ledger, index, message));
  }
  return `${text.slice(0, list.start)}${writer.finish().join(',')}${text.slice(list.end)}`;
}

class ContextWriter {
  readonly #written: string[] = [];
  #open: { readonly item: number; readonly fragments: Fragment[] } | null = null;

  constructor(
    private readonly format: WireFormat,
    private readonly request: ReadRequest,
    private readonly elements: readonly string[],
  ) {}

  compose(message: Parameters<WireFormat['compose']>[0]): void {
    this.#flush();
    this.#written.push(JSON.stringify(this.format.compose(message)));
  }

  keep(index: number, edit: UnitEdit | null): void {
    const place = this.request.places[index];
    if (place === undefined) throw new WriteError('A message of the context is not in the request.');
    // It stands beside the list, where nothing changes.
    if (place.from < 0) return;
    if (place.blocks !== null) {
      if (this.#open?.item !== place.from) {
        this.#flush();
        this.#open = { item: place.from, fragments: [] };
      }
      this.#open.fragments.push({ blocks: place.blocks, edit });
      return;
    }
    this.#flush();
    if (edit === null) {
      this.#written.push(...this.elements.slice(place.from, place.to));
      return;
    }
    const edited = this.format.edit(this.request.items.slice(place.from, place.to), edit);
    this.#written.push(...edited.map((item) => JSON.stringify(item)));
  }

  finish(): readonly string[] {
    this.#flush();
    return this.#written;
  }

  #flush(): void {
    if (this.#open === null) return;
    const { item, fragments } = this.#open;
    this.#open = null;
    const original = this.request.items[item];
    const content = contentOf(original);
    const kept = new Set(fragments.flatMap(({ blocks }) => blocks));
    if (kept.size === content.length && fragments.every(({ edit }) => edit === null)) {
      this.#written.push(...this.elements.slice(item, item + 1));
      return;
    }
    const edits = new Map(fragments.flatMap(({ blocks, edit }) => blocks.map((block) => [block, edit] as const)));
    const blocks = content.flatMap((block, position) => {
      const edit = edits.get(position);
      if (edit === undefined) return [];
      return edit === null ? [block] : this.format.editBlocks([block], edit);
    });
    this.#written.push(JSON.stringify({ ...original, content: blocks }));
  }
}

function contentOf(item: JsonRecord | undefined): readonly unknown[] {
  const content = item?.['content'];
  if (!Array.isArray(content)) throw new WriteError('An item of the request has no blocks.');
  return content as readonly unknown[];
}
