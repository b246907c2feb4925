import { l10n, window, type Uri, type WebviewView, type WebviewViewProvider } from 'vscode';
import { viewIds } from '../config/commands';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Log } from '../platform/log';
import { webviewOptions, webviewPage } from '../platform/webviewPage';
import { webviewTransport } from '../platform/webviewTransport';
import type { ChatEvents, ChatHostApi } from '../protocol/chat';
import { createRpcServer } from '../protocol/rpc';
import type { ChatHost } from './chatHost';
import { chatValidators } from './chatValidators';
import type { StartPages } from './startPages';
import { describeError } from './viewError';

/** The chat's page in the sidebar. It may be hidden, moved or closed at any time; everything it shows is the host's. */
export class ChatView implements WebviewViewProvider {
  constructor(
    private readonly host: ChatHost,
    private readonly extensionUri: Uri,
    private readonly log: Log,
    private readonly pages: StartPages,
  ) {}

  register(): Disposable {
    return window.registerWebviewViewProvider(viewIds.chat, this);
  }

  resolveWebviewView(view: WebviewView): void {
    const owned = new Disposables();
    const { host, extensionUri, log } = this;
    view.webview.options = webviewOptions(extensionUri);
    const server = createRpcServer<ChatHostApi, ChatEvents>(
      webviewTransport(view.webview),
      host.api,
      chatValidators,
      (error) => describeError(log, error),
    );
    owned.addFunction(() => {
      server.close();
    });
    owned.add(host.onDidReset((snapshot) => server.emit('reset', snapshot)));
    owned.add(
      host.onDidUpdate((update) => {
        switch (update.name) {
          case 'item':
            server.emit('item', update.value);
            break;
          case 'delta':
            server.emit('delta', update.value);
            break;
          case 'toolOutput':
            server.emit('toolOutput', update.value);
            break;
          case 'state':
            server.emit('state', update.value);
            break;
        }
      }),
    );
    view.onDidDispose(() => {
      owned.dispose();
    });
    this.pages.watch(view.webview);
    view.webview.html = webviewPage(view.webview, extensionUri, { bundle: 'chat', title: l10n.t('Strata Chat') });
  }
}
