import type { Webview } from 'vscode';
import type { RpcTransport } from '../protocol/rpc';

/**
 * Messages to and from one webview. VS Code drops what is posted while a webview is hidden; the pages ask for a whole
 * snapshot whenever they start, so nothing is kept for them here.
 */
export function webviewTransport(webview: Webview): RpcTransport {
  return {
    post: (message) => {
      try {
        void webview.postMessage(message);
      } catch {
        // The page was closed while an answer was under way; nobody waits for it any more.
      }
    },
    listen: (listener) => {
      const subscription = webview.onDidReceiveMessage(listener);
      return () => {
        subscription.dispose();
      };
    },
  };
}
