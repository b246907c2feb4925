import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  Disposable,
  Uri,
  commands,
  l10n,
  window,
  workspace,
  type CustomDocument,
  type CustomReadonlyEditorProvider,
  type WebviewPanel,
} from 'vscode';
import { transcriptExtensions, viewIds } from '../config/commands';
import { Disposables } from '../platform/disposables';
import { webviewOptions, webviewPage } from '../platform/webviewPage';
import { InspectorController, type InspectorServices } from './inspectorController';
import type { StartPages } from './startPages';
import { TranscriptSession, type TranscriptServices } from './transcriptSession';

interface TranscriptDocument extends CustomDocument {
  readonly session: TranscriptSession;
}

interface TranscriptPage {
  readonly session: TranscriptSession;
  readonly controller: InspectorController;
  readonly panel: WebviewPanel;
}

export interface TranscriptEditorServices extends InspectorServices, TranscriptServices {
  readonly extensionUri: Uri;
  readonly pages: StartPages;
  /** Holds copies of files that are not on this machine's disk. */
  readonly temporaryFolder: Uri;
}

/** Shows session files in the inspector; several editors of one file share one session and worker. */
export class TranscriptEditor implements CustomReadonlyEditorProvider<TranscriptDocument> {
  private readonly open = new Set<TranscriptSession>();
  /** The pages, the one opened last behind the others. */
  private readonly pages = new Set<TranscriptPage>();

  constructor(private readonly services: TranscriptEditorServices) {}

  /** Both view types: our own files by default, other agents' when asked for. */
  register(): Disposable {
    const options = { supportsMultipleEditorsPerDocument: true };
    return Disposable.from(
      window.registerCustomEditorProvider(viewIds.session, this, options),
      window.registerCustomEditorProvider(viewIds.transcript, this, options),
    );
  }

  /** The sessions that are open now. */
  get sessions(): readonly TranscriptSession[] {
    return [...this.open];
  }

  /** The session whose tab is in front of the editors; null where another tab is. */
  get inFront(): TranscriptSession | null {
    return [...this.pages].find(({ panel }) => panel.active)?.session ?? null;
  }

  async openCustomDocument(uri: Uri): Promise<TranscriptDocument> {
    const { path, remove } = await this.onDisk(uri);
    const session = new TranscriptSession(uri, path, this.services);
    this.open.add(session);
    return {
      uri,
      session,
      dispose: () => {
        this.open.delete(session);
        session.dispose();
        void remove();
      },
    };
  }

  resolveCustomEditor(document: TranscriptDocument, panel: WebviewPanel): void {
    const { extensionUri, pages } = this.services;
    const owned = new Disposables();
    panel.webview.options = webviewOptions(extensionUri);
    const { session } = document;
    const page = { session, panel, controller: new InspectorController(panel.webview, session, this.services) };
    owned.add(page.controller);
    this.pages.add(page);
    pages.watch(panel.webview);
    panel.webview.html = webviewPage(panel.webview, extensionUri, {
      bundle: 'inspector',
      title: l10n.t('Strata inspector: {0}', basename(document.uri.path)),
    });
    panel.onDidDispose(() => {
      this.pages.delete(page);
      owned.dispose();
    });
  }

  /**
   * Opens a session's file in the inspector, at the message that was read from a line.
   * @param line from 1
   * @param words what stands in the message
   */
  async openAt(file: Uri, line: number, words: string): Promise<void> {
    const isSeen = this.pageOf(file)?.panel.visible === true;
    await openTranscript(file);
    const page = this.pageOf(file);
    if (page === undefined) return;
    await page.session.ready;
    const index = await page.session.worker.messageAt({ line, words });
    if (index !== null) page.controller.reveal({ kind: 'message', index }, isSeen);
  }

  private pageOf(file: Uri): TranscriptPage | undefined {
    const pages = [...this.pages].filter(({ session }) => session.file.toString() === file.toString());
    return pages.find(({ panel }) => panel.active) ?? pages.at(-1);
  }

  /** The worker reads from the disk; what a virtual workspace holds is copied there for as long as it is open. */
  private async onDisk(uri: Uri): Promise<{ path: string; remove: () => Promise<void> }> {
    if (uri.scheme === 'file') {
      return { path: uri.fsPath, remove: () => Promise.resolve() };
    }
    const content = await workspace.fs.readFile(uri);
    await mkdir(this.services.temporaryFolder.fsPath, { recursive: true });
    const copy = Uri.joinPath(this.services.temporaryFolder, `${randomUUID()}-${basename(uri.path)}`).fsPath;
    await writeFile(copy, content);
    return { path: copy, remove: () => rm(copy, { force: true }) };
  }
}

/** Opens a file in the inspector; asks for one when none is given. */
export async function openTranscript(file?: Uri): Promise<void> {
  const chosen =
    file ??
    (
      await window.showOpenDialog({
        title: l10n.t('Open Transcript'),
        filters: { [l10n.t('Sessions of agents')]: [...transcriptExtensions], [l10n.t('All files')]: ['*'] },
      })
    )?.[0];
  if (chosen === undefined) return;
  const viewType = chosen.path.endsWith('.strata.jsonl') ? viewIds.session : viewIds.transcript;
  await commands.executeCommand('vscode.openWith', chosen, viewType);
}
