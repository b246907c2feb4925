import { CancellationError, l10n, window, type QuickPick, type QuickPickItem } from 'vscode';
import type { SessionListItem } from '../session/sessionStore';
import { hasWords, searchJournal } from '../session/sessionSearch';
import type { LiveSessions } from './liveSessions';

/** Milliseconds without a key after which a search starts. */
const TYPING_MILLISECONDS = 200;

interface FoundSession extends QuickPickItem {
  readonly id: string;
}

/**
 * A quick pick over titles and contents of all sessions. Titles answer at once, contents as they are read, the newest session
 * first; another word or closing the list ends the search.
 * @returns the chosen session's id, or null
 */
export async function searchSessions(liveSessions: LiveSessions): Promise<string | null> {
  const sessions = (await liveSessions.list()).filter(({ messages }) => messages !== 0);
  const pick = window.createQuickPick<FoundSession>();
  pick.title = l10n.t('Search Sessions');
  pick.placeholder = l10n.t('Words of a title, a message, a command or a result');
  pick.items = sessions.map((session) => itemOf(session, null));
  let search = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  pick.onDidChangeValue((value) => {
    search.abort(new CancellationError());
    clearTimeout(timer);
    search = new AbortController();
    const { signal } = search;
    timer = setTimeout(() => void show(pick, liveSessions, sessions, value.trim(), signal), TYPING_MILLISECONDS);
  });
  const chosen = await new Promise<string | null>((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.activeItems[0]?.id ?? null);
    });
    pick.onDidHide(() => {
      resolve(null);
    });
    pick.show();
  });
  clearTimeout(timer);
  search.abort(new CancellationError());
  pick.dispose();
  return chosen;
}

async function show(
  pick: QuickPick<FoundSession>,
  liveSessions: LiveSessions,
  sessions: readonly SessionListItem[],
  words: string,
  signal: AbortSignal,
): Promise<void> {
  if (words === '') {
    pick.items = sessions.map((session) => itemOf(session, null));
    pick.busy = false;
    return;
  }
  const titled = sessions.filter(({ title }) => hasWords(title, words));
  let items = titled.map((session) => itemOf(session, null));
  pick.items = items;
  pick.busy = true;
  for (const session of sessions) {
    if (titled.includes(session)) continue;
    const text = await searchJournal(liveSessions.journalFile(session.id).fsPath, words, signal).catch(() => null);
    if (signal.aborted) return;
    if (text === null) continue;
    items = [...items, itemOf(session, text)];
    pick.items = items;
  }
  pick.busy = false;
}

/** Always shown: what the list would filter by is not in the label. */
function itemOf({ id, title, updatedAt }: SessionListItem, found: string | null): FoundSession {
  const description = new Date(updatedAt).toLocaleString(undefined, { dateStyle: 'short', timeStyle: 'short' });
  return { id, label: title, description, alwaysShow: true, ...(found === null ? {} : { detail: found }) };
}
