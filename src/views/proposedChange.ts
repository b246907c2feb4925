import {
  TabInputTextDiff,
  Uri,
  commands,
  l10n,
  window,
  workspace,
  type Disposable,
  type TextDocumentContentProvider,
} from 'vscode';
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
  private readonly changes = new Map<string, FileProposal & { readonly approvalId: string }>();
  private readonly registration = workspace.registerTextDocumentContentProvider(PROPOSED_SCHEME, this);
  private count = 0;

  provideTextDocumentContent(uri: Uri): string {
    const [, id = '', side] = uri.path.split('/');
    const change = this.changes.get(id);
    if (change === undefined) return l10n.t('This proposed change is no longer kept.');
    return side === 'before' ? change.before : change.after;
  }

  /** Shows the change an approval is asked for; nothing can be typed into either side. */
  async open(approvalId: string, change: FileProposal): Promise<void> {
    const id = String((this.count += 1));
    this.changes.set(id, { ...change, approvalId });
    for (const oldest of this.changes.keys()) {
      if (this.changes.size <= MOST_KEPT) break;
      this.changes.delete(oldest);
    }
    const side = (name: 'before' | 'after'): Uri =>
      Uri.from({ scheme: PROPOSED_SCHEME, path: `/${id}/${name}/${change.path}` });
    const title = l10n.t('{0}: now ↔ proposed', change.path);
    await commands.executeCommand('vscode.diff', side('before'), side('after'), title, { preview: true });
  }

  /** Closes what shows the change of an approval that was answered: what it calls `now` is so no more. */
  async close(approvalId: string): Promise<void> {
    const tabs = window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => {
        if (!(input instanceof TabInputTextDiff) || input.modified.scheme !== PROPOSED_SCHEME) return false;
        const [, id = ''] = input.modified.path.split('/');
        return this.changes.get(id)?.approvalId === approvalId;
      });
    if (tabs.length > 0) await window.tabGroups.close(tabs, true);
  }

  dispose(): void {
    this.registration.dispose();
    this.changes.clear();
  }
}
