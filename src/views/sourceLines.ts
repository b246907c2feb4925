import { Range, Uri, l10n, window, workspace, type TextDocument, type TextDocumentContentProvider } from 'vscode';
import { basename } from 'node:path';
import { linesAround } from '../transcripts/linesAround';
import type { Disposable } from '../platform/disposables';
import { ViewError } from './viewError';

/** VS Code opens no larger file for an extension; bytes. */
const LARGEST_DOCUMENT = 50 * 1024 * 1024;

/** Scheme of the read-only documents with a few lines of a large file. */
const LINES_SCHEME = 'strata-lines';

/** A place in a session's file. */
export interface SourceLine {
  /** From 1. */
  readonly line: number;
  /** Where the line begins, where that is known: without it the lines of a large file have to be counted. */
  readonly byteOffset?: number | undefined;
}

/** Shows lines of session files in VS Code's editor: in the file itself, or, of a file too large for it or that it takes for binary, by themselves. */
export class SourceLines implements TextDocumentContentProvider, Disposable {
  private readonly registration = workspace.registerTextDocumentContentProvider(LINES_SCHEME, this);

  async open(file: Uri, place: SourceLine): Promise<void> {
    const { size } = await workspace.fs.stat(file);
    const isLarge = size >= LARGEST_DOCUMENT && file.scheme === 'file';
    const document = isLarge ? null : await documentOf(file);
    if (document === null) await this.openPart(file, place);
    else await show(document, place.line);
  }

  /** `strata-lines:/FILE, line N?{place}`: the tab shows the last part, and the lines stay the same when it is reopened. */
  async provideTextDocumentContent(uri: Uri): Promise<string> {
    return (await linesOf(uri)).text;
  }

  dispose(): void {
    this.registration.dispose();
  }

  private async openPart(file: Uri, { line, byteOffset }: SourceLine): Promise<void> {
    const title = l10n.t('{0}, line {1}', basename(file.path), line);
    const query = JSON.stringify({ path: file.fsPath, line, ...(byteOffset === undefined ? {} : { byteOffset }) });
    const uri = Uri.from({ scheme: LINES_SCHEME, path: `/${title}`, query });
    const { row } = await linesOf(uri);
    await show(await workspace.openTextDocument(uri), row + 1);
  }
}

async function linesOf(uri: Uri): ReturnType<typeof linesAround> {
  const place: unknown = JSON.parse(uri.query);
  if (!isPlace(place)) throw new ViewError('notFound', l10n.t('There is no such line.'));
  return linesAround(place.path, place);
}

function isPlace(value: unknown): value is SourceLine & { readonly path: string } {
  if (typeof value !== 'object' || value === null || !('path' in value) || !('line' in value)) return false;
  const hasOffset = !('byteOffset' in value) || Number.isSafeInteger(value.byteOffset);
  return typeof value.path === 'string' && Number.isSafeInteger(value.line) && hasOffset;
}

/** Null for what VS Code takes for binary, as a file with zero bytes in it. */
async function documentOf(file: Uri): Promise<TextDocument | null> {
  try {
    return await workspace.openTextDocument(file);
  } catch (error) {
    if (file.scheme === 'file') return null;
    throw error;
  }
}

/** @param line from 1 */
async function show(document: TextDocument, line: number): Promise<void> {
  const position = document.validateRange(new Range(line - 1, 0, line - 1, 0));
  await window.showTextDocument(document, { selection: position, preview: true });
}
