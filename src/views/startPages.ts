import { setTimeout as delay } from 'node:timers/promises';
import { TabInputCustom, window, type Webview } from 'vscode';
import { viewIds } from '../config/commands';

/** Milliseconds after which the next page is opened although the first has said nothing. */
const FIRST_PAGE_MILLISECONDS = 15_000;

/**
 * Lets the pages that open together with a window come one after another. In a browser that shows VS Code for the first
 * time, a page waits until the service worker that serves it has taken over; of two that load at once, the second can
 * miss that moment and stay empty for good (seen in VS Code 1.139, one start in ten on a busy machine). Once one page is
 * alive the worker is there for all.
 */
export class StartPages {
  private firstAsked = false;
  private settle: () => void = () => undefined;
  private readonly firstAlive = new Promise<void>((resolve) => {
    this.settle = resolve;
  });

  /** Tells that a page was given to VS Code; the first message of any page counts as its life. */
  watch(webview: Webview): void {
    this.firstAsked = true;
    const listening = webview.onDidReceiveMessage(() => {
      listening.dispose();
      this.settle();
    });
  }

  /** Resolves at once for the first page, for others when the first is alive. */
  async turn(): Promise<void> {
    if (this.firstAsked || opensWithTranscript()) {
      await Promise.race([this.firstAlive, delay(FIRST_PAGE_MILLISECONDS, undefined, { ref: false })]);
    }
    this.firstAsked = true;
  }
}

/** Whether the window opens with a session file in the inspector; VS Code then loads that page by itself. */
function opensWithTranscript(): boolean {
  return window.tabGroups.all.some(({ activeTab }) => {
    const input = activeTab?.input;
    return input instanceof TabInputCustom && [viewIds.session, viewIds.transcript].some((id) => id === input.viewType);
  });
}
