import { TabInputText, commands, window, type Memento } from 'vscode';
import { viewIds } from '../config/commands';

/** Set once Strata has run in a workspace. */
const STARTED_KEY = 'strata.started';

/**
 * A session file that opens together with a window in which VS Code does not know the inspector yet is shown as text. The
 * first time in a workspace it goes to the inspector; afterwards how a file is shown is the person's choice.
 */
export async function reopenSessionFiles(memory: Memento): Promise<void> {
  if (memory.get<boolean>(STARTED_KEY) === true) return;
  await memory.update(STARTED_KEY, true);
  for (const tab of window.tabGroups.all.flatMap(({ tabs }) => tabs)) {
    if (!(tab.input instanceof TabInputText) || !tab.input.uri.path.endsWith('.strata.jsonl')) continue;
    await commands.executeCommand('vscode.openWith', tab.input.uri, viewIds.session, tab.group.viewColumn);
    await window.tabGroups.close(tab);
  }
}
