import { stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { l10n, window, type Memento } from 'vscode';
import type { SettingsReader } from '../config/readSettings';
import {
  agentPlaces,
  ownPlace,
  surroundingsOf,
  type AgentPlace,
  type Surroundings,
} from '../transcripts/places/agentPlaces';
import type { SettingKey } from '../config/settings';
import { Disposables, type Disposable } from '../platform/disposables';

/** Where the answer is kept. */
const ANSWER_KEY = 'strata.lookInAgentFolders';

const SETTING = 'sessions.lookInAgentFolders' satisfies SettingKey;

export interface AgentFoldersServices {
  readonly settings: SettingsReader;
  /** The same for every workspace. */
  readonly memory: Memento;
  /** Absolute path of VS Code's folder with `globalStorage` and `workspaceStorage`. */
  readonly editorData: string;
  /** Absolute path of the folder with Strata's sessions of all workspaces. */
  readonly sessionsFolder: string;
}

/** Whether Strata may look into the folders of other agents, and which these are. */
export class AgentFolders implements Disposable {
  private readonly owned = new Disposables();

  constructor(private readonly services: AgentFoldersServices) {
    this.owned.add(
      services.settings.onDidChange((settings, changed) => {
        if (changed.has(SETTING) && settings[SETTING] === 'never') void this.forget();
      }),
    );
  }

  get surroundings(): Surroundings {
    return surroundingsOf(this.services.editorData);
  }

  /** Strata's own place, and those of other agents as far as the user allows. */
  get places(): readonly AgentPlace[] {
    const own = ownPlace(this.services.sessionsFolder);
    return this.isAllowed ? [own, ...agentPlaces] : [own];
  }

  get isAllowed(): boolean {
    const setting = this.services.settings.read()[SETTING];
    return setting === 'always' || (setting === 'ask' && this.answer === 'allowed');
  }

  /** Whether the user may be asked, as nothing says never. */
  get canAsk(): boolean {
    return !this.isAllowed && this.services.settings.read()[SETTING] === 'ask';
  }

  /** Asks once; a refusal is remembered too. */
  async askOnce(): Promise<void> {
    if (this.answer === undefined) await this.ask();
  }

  /** Asks, whatever was answered before. Nothing is asked where the setting decides, or no agent left a folder here. */
  async ask(): Promise<void> {
    if (!this.canAsk) return;
    const folders = await existingFolders(this.surroundings);
    if (folders.length === 0) return;
    const look = l10n.t('Look There');
    const refuse = l10n.t('Do Not Look');
    const detail = l10n.t(
      'Strata lists these folders and reads the files in them to show titles and to search. Nothing is changed, and nothing leaves this computer.\n\n{0}\n\nThe setting strata.sessions.lookInAgentFolders takes the answer back.',
      folders.join('\n'),
    );
    const question = l10n.t('Look for sessions of other agents on this computer?');
    const answer = await window.showInformationMessage(question, { modal: true, detail }, look, refuse);
    if (answer !== undefined) {
      await this.services.memory.update(ANSWER_KEY, answer === look ? 'allowed' : 'refused');
    }
  }

  async forget(): Promise<void> {
    await this.services.memory.update(ANSWER_KEY, undefined);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private get answer(): unknown {
    return this.services.memory.get<unknown>(ANSWER_KEY);
  }
}

/** A line for each agent's folder that is there, the user's own folder shortened. */
async function existingFolders(surroundings: Surroundings): Promise<readonly string[]> {
  const lines = new Set<string>();
  for (const place of agentPlaces) {
    for (const folder of place.folders(surroundings)) {
      if (await isFolder(folder)) lines.add(`${place.agent}: ${shortPath(folder, surroundings.home)}`);
    }
  }
  return [...lines];
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

/** `~/…` for what is below the user's folder. */
function shortPath(path: string, home: string): string {
  return path.startsWith(`${home}${sep}`) ? `~${path.slice(home.length)}` : path;
}
