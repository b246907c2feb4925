import { TabInputText, commands, window, type Memento, type Tab } from 'vscode';
import { viewIds } from '../config/commands';
import { Disposables, type Disposable } from '../platform/disposables';
import type { StartPages } from './startPages';

/** Set once Strata has run in a workspace. */
const STARTED_KEY = 'strata.started';

/** Milliseconds within which a window restores or opens what it was started with; generous for a slow machine. */
const STARTING_MILLISECONDS = 20_000;

/**
 * A session file that opens together with a window in which VS Code does not know the inspector yet is shown as text. The
 * first time in a workspace it goes to the inspector; afterwards how a file is shown is the person's choice. The file may
 * come before or after the extension, so tabs are watched for as long as the window starts.
 */
export function reopenSessionFiles(memory: Memento, pages: StartPages): Disposable {
  const owned = new Disposables();
  if (memory.get<boolean>(STARTED_KEY) === true) return owned;
  void memory.update(STARTED_KEY, true);
  const reopened = new Set<string>();
  const reopenAll = (tabs: readonly Tab[]): void => {
    for (const tab of tabs) void reopen(tab, reopened, pages);
  };
  reopenAll(window.tabGroups.all.flatMap(({ tabs }) => tabs));
  const watching = window.tabGroups.onDidChangeTabs(({ opened }) => {
    reopenAll(opened);
  });
  const timer = setTimeout(() => {
    watching.dispose();
  }, STARTING_MILLISECONDS);
  owned.add(watching);
  owned.addFunction(() => {
    clearTimeout(timer);
  });
  return owned;
}

/** Each file once: who then chooses the text editor is left alone. */
async function reopen(tab: Tab, reopened: Set<string>, pages: StartPages): Promise<void> {
  if (!(tab.input instanceof TabInputText) || !tab.input.uri.path.endsWith('.strata.jsonl')) return;
  const { uri } = tab.input;
  if (reopened.has(uri.toString())) return;
  reopened.add(uri.toString());
  await pages.turn();
  // The person may have closed it while it waited.
  if (!tab.group.tabs.includes(tab)) return;
  await commands.executeCommand('vscode.openWith', uri, viewIds.session, tab.group.viewColumn);
  await window.tabGroups.close(tab);
}
