import {
  EventEmitter,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  l10n,
  window,
  type TreeDataProvider,
} from 'vscode';
import { viewIds, type CommandId } from '../config/commands';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Log } from '../platform/log';
import type { SessionListItem } from '../session/sessionStore';
import type { LiveSessions } from './liveSessions';
import { byDay, type DayGroup } from './sessionDays';

/** Changes of the running session come many times a second; the list follows this often (milliseconds) at most. */
const REFRESH_MILLISECONDS = 500;

/** Days whose sessions are shown without a click. */
const OPEN_DAYS = 7;

type Node = DayGroup<SessionListItem> | SessionListItem;

/** The workspace's sessions by the day they were last changed, newest first. */
export class SessionsTree implements TreeDataProvider<Node>, Disposable {
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

  async getChildren(element?: Node): Promise<Node[]> {
    if (element !== undefined) return 'sessions' in element ? [...element.sessions] : [];
    try {
      const sessions = await this.liveSessions.list();
      // A session in which nothing was said yet is in the chat, not in the list.
      return byDay(
        sessions.filter(({ messages }) => messages !== 0),
        new Date(),
      );
    } catch (error) {
      this.log.error('The sessions could not be listed', error);
      return [];
    }
  }

  getTreeItem(node: Node): TreeItem {
    return 'sessions' in node ? dayItem(node) : this.sessionItem(node);
  }

  private sessionItem(session: SessionListItem): TreeItem {
    const item = new TreeItem(session.title);
    const date = new Date(session.updatedAt);
    const time = date.toLocaleTimeString(undefined, { timeStyle: 'short' });
    const isActive = session.id === this.liveSessions.activeId;
    const facts = [
      ...(session.client === null ? [] : [session.client]),
      time,
      ...(session.messages === null ? [] : [l10n.t('{0} messages', session.messages.toLocaleString())]),
      ...(session.model === null ? [] : [session.model]),
    ];
    item.id = session.id;
    item.description = facts.join(' · ');
    item.tooltip = [
      session.title,
      ...facts.filter((fact) => fact !== time),
      sizeOf(session.bytes),
      l10n.t('Last changed {0}', date.toLocaleString()),
    ].join('\n');
    item.iconPath = new ThemeIcon(session.client !== null ? 'plug' : isActive ? 'comment-discussion' : 'comment');
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

function dayItem({ day, daysAgo, sessions }: DayGroup<SessionListItem>): TreeItem {
  const state = daysAgo < OPEN_DAYS ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed;
  const item = new TreeItem(dayName(new Date(sessions[0]?.updatedAt ?? 0), daysAgo), state);
  item.id = day;
  item.contextValue = 'day';
  return item;
}

function dayName(date: Date, daysAgo: number): string {
  if (daysAgo <= 0) return l10n.t('Today');
  if (daysAgo === 1) return l10n.t('Yesterday');
  return daysAgo < OPEN_DAYS
    ? date.toLocaleDateString(undefined, { weekday: 'long' })
    : date.toLocaleDateString(undefined, { dateStyle: 'long' });
}

/** Bytes in the unit a person would choose. */
function sizeOf(bytes: number): string {
  const [unit, size] = bytes < 1_000_000 ? ['kilobyte', bytes / 1_000] : ['megabyte', bytes / 1_000_000];
  return size.toLocaleString(undefined, { style: 'unit', unit, maximumFractionDigits: 1 });
}
