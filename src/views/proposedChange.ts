import { Uri, commands, l10n, workspace, type Disposable, type TextDocumentContentProvider } from 'vscode';
import type { FileProposal } from '../session/tools/tool';

/** Scheme of the read-only documents with the two sides of a change that was not made yet. */
const PROPOSED_SCHEME = 'strata-proposed';

/** Changes whose texts are kept, so that a diff left open still shows them; an older one says that it is gone. */
const MOST_KEPT = 20;

/**
 * Changes that wait for a person's word, in VS Code's own diff editor: on the left the file as it stands, on the right as it
 * would be. The documents are `strata-proposed:/ID/before/PATH` and `…/after/PATH`, so that each is shown in its language.
 */
export class ProposedChanges implements TextDocumentContentProvider, Disposable {
  private readonly changes = new Map<string, FileProposal>();
  private readonly registration = workspace.registerTextDocumentContentProvider(PROPOSED_SCHEME, this);
  private count = 0;

  provideTextDocumentContent(uri: Uri): string {
    const [, id = '', side] = uri.path.split('/');
    const change = this.changes.get(id);
    if (change === undefined) return l10n.t('This proposed change is no longer kept.');
    return side === 'before' ? change.before : change.after;
  }

  /** Shows the change; nothing can be typed into either side. */
  async open(change: FileProposal): Promise<void> {
    const id = String((this.count += 1));
    this.changes.set(id, change);
    for (const oldest of this.changes.keys()) {
      if (this.changes.size <= MOST_KEPT) break;
      this.changes.delete(oldest);
    }
    const side = (name: 'before' | 'after'): Uri =>
      Uri.from({ scheme: PROPOSED_SCHEME, path: `/${id}/${name}/${change.path}` });
    const title = l10n.t('{0}: now ↔ proposed', change.path);
    await commands.executeCommand('vscode.diff', side('before'), side('after'), title, { preview: true });
  }

  dispose(): void {
    this.registration.dispose();
    this.changes.clear();
  }
}
