import { ViewColumn, l10n, window, type Uri, type WebviewPanel } from 'vscode';
import { viewIds } from '../config/commands';
import { Disposables, type Disposable } from '../platform/disposables';
import { webviewOptions, webviewPage } from '../platform/webviewPage';
import type { DetailSubject } from '../protocol/inspectorDetail';
import { InspectorController, type InspectorServices } from './inspectorController';
import type { LiveSessions } from './liveSessions';

export interface InspectorPanelServices extends InspectorServices {
  readonly extensionUri: Uri;
  readonly liveSessions: LiveSessions;
}

/**
 * The inspector of the chat's session, in an editor tab. There is one: it follows the chat to another session, and is
 * there again after a reload. Sessions that are not in the chat open as files.
 */
export class InspectorPanel implements Disposable {
  private readonly owned = new Disposables();
  private panel: WebviewPanel | null = null;
  private controller: InspectorController | null = null;

  constructor(private readonly services: InspectorPanelServices) {
    this.owned.add(
      window.registerWebviewPanelSerializer(viewIds.inspector, {
        deserializeWebviewPanel: async (panel) => {
          await this.attach(panel);
        },
      }),
    );
    this.owned.add(
      services.liveSessions.onDidChangeActive(() => {
        void this.showActive();
      }),
    );
    this.owned.add(
      services.liveSessions.onDidUpdate((update) => {
        if (update.name === 'state' && this.panel !== null) setTitle(this.panel, update.value.title);
      }),
    );
  }

  /** Shows the chat's session, and there the message or the decision that is named. */
  async open(subject: DetailSubject | null): Promise<void> {
    const isSeen = await this.show();
    if (subject !== null) this.controller?.reveal(subject, isSeen);
  }

  /** @returns whether it was in sight before */
  private async show(): Promise<boolean> {
    const isSeen = this.panel?.visible === true;
    if (this.panel === null) {
      const panel = window.createWebviewPanel(viewIds.inspector, l10n.t('Strata Inspector'), ViewColumn.Active);
      await this.attach(panel);
    } else {
      this.panel.reveal();
    }
    return isSeen;
  }

  dispose(): void {
    this.panel?.dispose();
    this.owned.dispose();
  }

  private async attach(panel: WebviewPanel): Promise<void> {
    // A restored panel beside one that is open already has nothing of its own to show.
    this.panel?.dispose();
    this.panel = panel;
    panel.webview.options = webviewOptions(this.services.extensionUri);
    panel.onDidDispose(() => {
      if (this.panel !== panel) return;
      this.controller?.dispose();
      this.controller = null;
      this.panel = null;
    });
    await this.showActive();
  }

  private async showActive(): Promise<void> {
    const { panel, services } = this;
    if (panel === null) return;
    const session = await services.liveSessions.active();
    // The panel may have been closed while a session was loaded.
    if (this.panel !== panel) return;
    this.controller?.dispose();
    this.controller = new InspectorController(panel.webview, session.source, services);
    setTitle(panel, session.title);
    panel.webview.html = webviewPage(panel.webview, services.extensionUri, {
      bundle: 'inspector',
      title: panel.title,
    });
  }
}

/** The state comes many times a second; the tab is only told of another title. */
function setTitle(panel: WebviewPanel, sessionTitle: string): void {
  const title = l10n.t('Inspector: {0}', sessionTitle);
  if (panel.title !== title) panel.title = title;
}
