import { CancellationError, Uri, l10n, window, workspace, type QuickPick, type QuickPickItem } from 'vscode';
import { Disposables } from '../platform/disposables';
import type { Log } from '../platform/log';
import { describeSession } from '../transcripts/places/describeSession';
import { findSessions, type FoundSession } from '../transcripts/places/findSessions';
import { searchFiles } from '../transcripts/search/searchFiles';
import type { AgentFolders } from './agentFolders';
import type { LiveSessions } from './liveSessions';
import { plainLabel } from './plainLabel';
import { sessionItem } from './sessionItems';

/** Milliseconds without a key after which a search starts, and between two drawings of a list that grows. */
const TYPING_MILLISECONDS = 250;
const DRAWING_MILLISECONDS = 150;

/** Characters of a title: agent, folder and age stand behind it in the same line. */
const TITLE_CHARACTERS = 60;

/** Hits in the list; who has more says more. */
const MOST_HITS = 300;

/** What was chosen: a session of this workspace by its title, or a place in a file. */
export type SearchResult = { readonly kind: 'session'; readonly id: string } | FoundPlace;

export interface FoundPlace {
  readonly kind: 'place';
  readonly file: Uri;
  /** From 1. */
  readonly line: number;
  readonly words: string;
}

type Item = QuickPickItem & { readonly result?: SearchResult };

export interface SearchServices {
  readonly liveSessions: LiveSessions;
  readonly folders: AgentFolders;
  readonly log: Log;
  /** Absolute path of ripgrep; null where VS Code brings none. */
  readonly ripgrep: () => Promise<string | null>;
}

/**
 * A quick pick over titles of this workspace's sessions and over the contents of all: Strata's and, where the user allows it,
 * other agents'. Titles answer at once, contents as they are read, the newest session first; another word or closing the
 * list ends the search.
 * @param words to begin with
 */
export async function searchSessions(services: SearchServices, words = ''): Promise<SearchResult | null> {
  await services.folders.askOnce();
  const owned = new Disposables();
  const titles = await titleItems(services.liveSessions);
  const found = findAll(services, owned);
  const pick = owned.add(window.createQuickPick<Item>());
  pick.title = l10n.t('Search All Sessions');
  pick.placeholder = l10n.t('Words of a title, a message, a command or a result');
  pick.keepScrollPosition = true;
  pick.items = titles.items('');
  let search = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = (value: string): void => {
    search.abort(new CancellationError());
    clearTimeout(timer);
    search = new AbortController();
    const { signal } = search;
    timer = setTimeout(() => {
      show(pick, services, titles, found, value.trim(), signal).catch((error: unknown) => {
        if (!signal.aborted) services.log.error(`Sessions could not be searched: ${String(error)}`);
      });
    }, TYPING_MILLISECONDS);
  };
  owned.addFunction(() => {
    clearTimeout(timer);
    search.abort(new CancellationError());
  });
  owned.add(pick.onDidChangeValue(start));
  const chosen = new Promise<SearchResult | null>((resolve) => {
    owned.add(
      pick.onDidAccept(() => {
        const result = pick.activeItems[0]?.result;
        if (result !== undefined) resolve(result);
      }),
    );
    owned.add(
      pick.onDidHide(() => {
        resolve(null);
      }),
    );
  });
  pick.show();
  if (words !== '') {
    pick.value = words;
    start(words);
  }
  try {
    return await chosen;
  } finally {
    owned.dispose();
  }
}

/** Every session there is, listed once for all words that are typed. */
async function findAll({ folders, log }: SearchServices, owned: Disposables): Promise<readonly FoundSession[]> {
  const control = new AbortController();
  owned.addFunction(() => {
    control.abort(new CancellationError());
  });
  try {
    const { sessions, unreadable } = await findSessions(folders.places, folders.surroundings, control);
    for (const folder of unreadable) log.warn(`The folder cannot be read: ${folder}`);
    return sessions;
  } catch (error) {
    if (!control.signal.aborted) log.error(`Sessions could not be listed: ${String(error)}`);
    return [];
  }
}

interface Titles {
  items(words: string): readonly Item[];
}

async function titleItems(liveSessions: LiveSessions): Promise<Titles> {
  const sessions = (await liveSessions.list()).filter(({ messages }) => messages !== 0);
  return {
    items: (words) =>
      sessions
        .filter(({ title }) => title.toLocaleLowerCase().includes(words.toLocaleLowerCase()))
        .map(({ id, title, updatedAt }) => ({
          label: plainLabel(title),
          description: new Date(updatedAt).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' }),
          alwaysShow: true,
          result: { kind: 'session', id },
        })),
  };
}

async function show(
  pick: QuickPick<Item>,
  services: SearchServices,
  titles: Titles,
  found: Promise<readonly FoundSession[]>,
  words: string,
  signal: AbortSignal,
): Promise<void> {
  const items = [...titles.items(words)];
  pick.items = items;
  pick.busy = words !== '';
  if (words === '') return;
  const sessions = new Map((await found).map((session) => [session.path, session]));
  if (signal.aborted) return;
  const open = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const shown = new Map<string, Pick<Item, 'label' | 'description'>>();
  let drawnAt = performance.now();
  for await (const { path, line, excerpt } of searchFiles([...sessions.keys()], words, {
    ripgrep: await services.ripgrep(),
    signal,
  })) {
    const session = sessions.get(path);
    if (session === undefined) continue;
    const item = shown.get(path) ?? sessionItem(session, await describeSession(session, open));
    signal.throwIfAborted();
    shown.set(path, item);
    const label = shortened(item.label);
    const detail = l10n.t('Line {0}: {1}', line, plainLabel(excerpt));
    // Always shown: what the list would filter by is not in the label.
    items.push({
      ...item,
      label,
      detail,
      alwaysShow: true,
      result: { kind: 'place', file: Uri.file(path), line, words },
    });
    if (items.length >= MOST_HITS) {
      items.push({ label: l10n.t('There is more. Say more words to see it.'), alwaysShow: true });
      break;
    }
    if (performance.now() - drawnAt < DRAWING_MILLISECONDS) continue;
    drawnAt = performance.now();
    pick.items = [...items];
  }
  signal.throwIfAborted();
  if (items.length === 0) items.push({ label: l10n.t('Nothing found'), alwaysShow: true });
  pick.items = items;
  pick.busy = false;
}

function shortened(title: string): string {
  return title.length <= TITLE_CHARACTERS ? title : `${title.slice(0, TITLE_CHARACTERS - 1).toWellFormed()}…`;
}
