import { basename, join } from 'node:path';
import type { Archive, ArchiveEntry } from '../../engine/archive';
import type { Decision, MessageEdit } from '../../engine/decision';
import { MemoryArchive } from '../../engine/memoryArchive';
import type { Message } from '../../engine/message';
import { sha256 } from '../../models/contentHash';

/** An archive whose pointers are whole paths: the agent that reads them has tools of its own and knows no archive. */
export class PathArchive implements Archive {
  readonly #inner = new MemoryArchive(sha256);

  /** @param folder where the files will be */
  constructor(private readonly folder: string) {}

  storeText(text: string, extension: string, result?: Message): string {
    return join(this.folder, this.#inner.storeText(text, extension, result));
  }

  storeBase64(data: string, extension: string): string {
    return join(this.folder, this.#inner.storeBase64(data, extension));
  }

  /** What is to be written, under the names the folder knows. */
  takeNew(): readonly ArchiveEntry[] {
    return this.#inner.takeNew();
  }
}

/** A decision as a journal keeps it: it names files, wherever the folder may come to lie. Its texts stay as they were sent. */
export function withNames(decision: Decision): Decision {
  return withPointers(decision, (pointer) => basename(pointer));
}

/** A decision of a journal as the client is told of it. */
export function withPaths(decision: Decision, folder: string): Decision {
  return withPointers(decision, (pointer) => join(folder, basename(pointer)));
}

function withPointers(decision: Decision, rename: (pointer: string) => string): Decision {
  const { edits, removal } = decision;
  return {
    ...decision,
    edits: edits.map((edit) => renamed(edit, rename)),
    removal: removal === null || removal.pointer === null ? removal : { ...removal, pointer: rename(removal.pointer) },
  };
}

function renamed(edit: MessageEdit, rename: (pointer: string) => string): MessageEdit {
  switch (edit.kind) {
    case 'cut':
      return edit.pointer === null ? edit : { ...edit, pointer: rename(edit.pointer) };
    case 'replace':
      return { ...edit, pointers: edit.pointers.map(rename) };
    case 'arguments':
      return { ...edit, pointer: rename(edit.pointer) };
  }
}
