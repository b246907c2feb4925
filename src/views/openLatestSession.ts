import {
  CancellationError,
  QuickPickItemKind,
  ThemeIcon,
  Uri,
  commands,
  l10n,
  window,
  workspace,
  type QuickPickItem,
} from 'vscode';
import { Disposables } from '../platform/disposables';
import type { Log } from '../platform/log';
import { describeSession, isInWorkspace } from '../transcripts/places/describeSession';
import { findSessions, type FoundSession } from '../transcripts/places/findSessions';
import type { SessionHead } from '../transcripts/places/sessionHead';
import type { AgentFolders } from './agentFolders';
import { sessionItem } from './sessionItems';

/** The newest sessions that are offered, and of how many the first bytes are read at a time. */
const MOST_SESSIONS = 300;
const HEADS_AT_ONCE = 8;

/** Milliseconds between two drawings of a list that grows. */
const DRAWING_MILLISECONDS = 150;

type Item = QuickPickItem & { readonly session?: FoundSession; readonly asks?: true };

/**
 * Lists the newest sessions of all agents, those of this workspace first, while they are read.
 * @param words to begin with
 * @returns the chosen session, `ask` where other agents' folders are wanted too, or null
 */
async function pickSession(folders: AgentFolders, log: Log, words: string): Promise<FoundSession | 'ask' | null> {
  const owned = new Disposables();
  const control = new AbortController();
  owned.addFunction(() => {
    control.abort(new CancellationError());
  });
  const pick = owned.add(window.createQuickPick<Item>());
  const settingsButton = { iconPath: new ThemeIcon('gear'), tooltip: l10n.t('Which folders are looked into') };
  pick.title = l10n.t('Open Latest Session');
  pick.placeholder = l10n.t('Looking for sessions…');
  pick.buttons = [settingsButton];
  pick.matchOnDetail = true;
  pick.keepScrollPosition = true;
  pick.busy = true;
  pick.value = words;
  owned.add(
    pick.onDidTriggerButton(() => {
      void commands.executeCommand('workbench.action.openSettings', '@id:strata.sessions.lookInAgentFolders');
    }),
  );
  const chosen = new Promise<FoundSession | 'ask' | null>((resolve) => {
    owned.add(
      pick.onDidAccept(() => {
        const [item] = pick.activeItems;
        if (item?.session !== undefined) resolve(item.session);
        else if (item?.asks === true) resolve('ask');
      }),
    );
    owned.add(
      pick.onDidHide(() => {
        resolve(null);
      }),
    );
  });
  pick.show();
  void fill(pick, folders, control.signal).catch((error: unknown) => {
    if (!control.signal.aborted) log.error(`Sessions could not be listed: ${String(error)}`);
  });
  try {
    return await chosen;
  } finally {
    owned.dispose();
  }

  async function fill(list: typeof pick, from: AgentFolders, signal: AbortSignal): Promise<void> {
    const { sessions, unreadable, isPartial } = await findSessions(from.places, from.surroundings, {
      signal,
      onFound: (count) => {
        list.placeholder = l10n.t('Looking for sessions… {0} so far', count);
      },
    });
    for (const folder of unreadable) log.warn(`The folder cannot be read: ${folder}`);
    const offered = sessions.slice(0, MOST_SESSIONS);
    const open = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
    const heads = new Map<FoundSession, SessionHead>();
    let drawnAt = 0;
    for (let start = 0; start < offered.length; start += HEADS_AT_ONCE) {
      const some = offered.slice(start, start + HEADS_AT_ONCE);
      const read = await Promise.all(some.map((session) => describeSession(session, open)));
      if (signal.aborted) return;
      some.forEach((session, place) => heads.set(session, read[place] ?? { title: null, workspace: null }));
      if (performance.now() - drawnAt < DRAWING_MILLISECONDS) continue;
      drawnAt = performance.now();
      list.items = itemsOf(heads, open);
    }
    const left = sessions.length - offered.length;
    list.items = [...itemsOf(heads, open), ...(from.canAsk ? [askItem()] : []), ...leftItems(left, isPartial)];
    list.busy = false;
    list.placeholder =
      sessions.length === 0 ? l10n.t('There are no sessions yet') : l10n.t('Words of a title, an agent or a folder');
  }
}

function itemsOf(heads: ReadonlyMap<FoundSession, SessionHead>, open: readonly string[]): readonly Item[] {
  const here: Item[] = [];
  const elsewhere: Item[] = [];
  for (const [session, head] of heads) {
    const list = isInWorkspace(head.workspace, open) ? here : elsewhere;
    const { label, description } = sessionItem(session, head);
    // A line of its own: a long title would leave no room for it.
    list.push({ label, detail: description, session });
  }
  const groups = [
    { label: l10n.t('This workspace'), items: here },
    { label: l10n.t('Elsewhere'), items: elsewhere },
  ];
  return groups.flatMap(({ label, items }) =>
    items.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items],
  );
}

function askItem(): Item {
  return { label: `$(folder-opened) ${l10n.t('Look in the folders of other agents…')}`, alwaysShow: true, asks: true };
}

function leftItems(left: number, isPartial: boolean): readonly Item[] {
  if (left === 0) return [];
  const label = isPartial
    ? l10n.t('More than {0} older sessions are not listed', left)
    : l10n.t('{0} older sessions are not listed', left);
  return [{ label, kind: QuickPickItemKind.Separator }];
}

/**
 * Lets the user choose among the newest sessions of all agents; asks first whether their folders may be looked into.
 * @param words to begin with, such as an agent's name
 */
export async function openLatestSession(
  folders: AgentFolders,
  log: Log,
  open: (file: Uri) => Promise<void>,
  words = '',
): Promise<void> {
  await folders.askOnce();
  for (;;) {
    const chosen = await pickSession(folders, log, words);
    if (chosen === null) return;
    if (chosen !== 'ask') {
      await open(Uri.file(chosen.path));
      return;
    }
    await folders.ask();
  }
}
