import { Disposable, Uri, commands, l10n, window, workspace, type TextDocumentContentProvider } from 'vscode';
import type { Perspective } from '../protocol/perspective';
import type { InspectorSource } from './inspectorSource';
import { ViewError } from './viewError';

/** Scheme of the read-only documents with one message's texts. */
const ORIGINAL_SCHEME = 'strata-original';

/** The names of the two documents of a message; an editor's tab shows them. */
const NAMES = { original: 'original', inContext: 'in-context' } as const;

/** The whole text, however long: an editor shows it, not the inspector. */
const WHOLE = Number.MAX_SAFE_INTEGER;

const NOW: Perspective = { kind: 'now' };

/**
 * The texts of messages as read-only documents, for VS Code's own editors and diff:
 * `strata-original:/SOURCE/INDEX/message-INDEX-original.txt` and `…-in-context.txt`, with `?CALL` for what was in the
 * context of a call, from 0.
 */
export class OriginalDocuments implements TextDocumentContentProvider, Disposable {
  private readonly sources = new Map<string, InspectorSource>();
  private readonly registration = workspace.registerTextDocumentContentProvider(ORIGINAL_SCHEME, this);

  /** Documents of `source` can be read until the returned registration is disposed. */
  addSource(source: InspectorSource): Disposable {
    this.sources.set(source.id, source);
    return new Disposable(() => this.sources.delete(source.id));
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const [, sourceId, index, name = ''] = uri.path.split('/');
    const source = this.sources.get(sourceId ?? '');
    if (source === undefined) return l10n.t('The session of this document is closed. Open it in the inspector again.');
    const perspective: Perspective = uri.query === '' ? NOW : { kind: 'call', call: Number(uri.query) };
    const detail = await source.worker.detail({ index: Number(index), clipCharacters: WHOLE, perspective });
    return name.endsWith(`-${NAMES.original}.txt`) ? detail.original.text : detail.inContext.text;
  }

  /** Shows the original of a message beside the inspector. */
  async openOriginal(source: InspectorSource, index: number): Promise<void> {
    const document = await workspace.openTextDocument(this.uri(source, index, 'original'));
    await window.showTextDocument(document, { preview: true });
  }

  /** Shows VS Code's diff from the original of a message to what the model sees of it. */
  async openDiff(source: InspectorSource, index: number, perspective = NOW): Promise<void> {
    const title =
      perspective.kind === 'call'
        ? l10n.t('Message {0}: original ↔ in context at call {1}', index, perspective.call + 1)
        : l10n.t('Message {0}: original ↔ in context', index);
    const original = this.uri(source, index, 'original');
    const inContext = this.uri(source, index, 'inContext').with({
      query: perspective.kind === 'call' ? String(perspective.call) : '',
    });
    await commands.executeCommand('vscode.diff', original, inContext, title, { preview: true });
  }

  dispose(): void {
    this.registration.dispose();
    this.sources.clear();
  }

  private uri(source: InspectorSource, index: number, version: keyof typeof NAMES): Uri {
    if (!this.sources.has(source.id)) throw new ViewError('notFound', l10n.t('The session is closed.'));
    return Uri.from({
      scheme: ORIGINAL_SCHEME,
      path: `/${source.id}/${String(index)}/message-${String(index)}-${NAMES[version]}.txt`,
    });
  }
}
