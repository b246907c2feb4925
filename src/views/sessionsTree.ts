import { EventEmitter, ThemeIcon, TreeItem, l10n, window, type TreeDataProvider } from 'vscode';
import { viewIds, type CommandId } from '../config/commands';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Log } from '../platform/log';
import type { SessionListItem } from '../session/sessionStore';
import type { LiveSessions } from './liveSessions';

/** Changes of the running session come many times a second; the list follows this often (milliseconds) at most. */
const REFRESH_MILLISECONDS = 500;

/** The workspace's sessions, newest first. */
export class SessionsTree implements TreeDataProvider<SessionListItem>, Disposable {
  private readonly owned = new Disposables();
  private readonly changed = this.owned.add(new EventEmitter<undefined>());
  readonly onDidChangeTreeData = this.changed.event;
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly liveSessions: LiveSessions,
    private readonly log: Log,
  ) {
    this.owned.add(window.createTreeView(viewIds.sessions, { treeDataProvider: this }));
    this.owned.add(liveSessions.onDidChangeList(() => this.refresh()));
    this.owned.add(liveSessions.onDidChangeActive(() => this.refresh()));
    // Another window on the same workspace may have written sessions meanwhile.
    this.owned.add(
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.refresh();
      }),
    );
  }

  async getChildren(element?: SessionListItem): Promise<SessionListItem[]> {
    if (element !== undefined) return [];
    try {
      const sessions = await this.liveSessions.list();
      // A session in which nothing was said yet is in the chat, not in the list.
      return sessions.filter(({ messages }) => messages !== 0);
    } catch (error) {
      this.log.error('The sessions could not be listed', error);
      return [];
    }
  }

  getTreeItem(session: SessionListItem): TreeItem {
    const item = new TreeItem(session.title);
    const date = new Date(session.updatedAt);
    const isActive = session.id === this.liveSessions.activeId;
    item.id = session.id;
    item.description = date.toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' });
    item.tooltip =
      session.messages === null
        ? session.title
        : l10n.t('{0}\n{1} messages, last changed {2}', session.title, session.messages, date.toLocaleString());
    item.iconPath = new ThemeIcon(isActive ? 'comment-discussion' : 'comment');
    item.contextValue = 'session';
    item.command = {
      command: 'strata.openSession' satisfies CommandId,
      title: l10n.t('Open Session'),
      arguments: [session.id],
    };
    return item;
  }

  dispose(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.owned.dispose();
  }

  private refresh(): void {
    this.timer ??= setTimeout(() => {
      this.timer = null;
      this.changed.fire(undefined);
    }, REFRESH_MILLISECONDS);
  }
}
