import { commands, l10n, window } from 'vscode';
import { viewIds, type CommandId } from '../config/commands';
import { JournalError } from '../session/journalError';
import type { InspectorPanel } from './inspectorPanel';
import type { LiveSessions } from './liveSessions';
import { ViewError } from './viewError';

/** Puts a session into the chat; one that another window is writing can be read in the inspector instead. */
export async function openSession(liveSessions: LiveSessions, id: string): Promise<void> {
  try {
    if (await isOfClient(liveSessions, id)) {
      // It is the client's to go on with; what it says is followed as it comes.
      await readSession(liveSessions, id);
      return;
    }
    await liveSessions.open(id);
    await commands.executeCommand(`${viewIds.chat}.focus`);
  } catch (error) {
    if (!isReadable(error)) throw error;
    await offerReading(liveSessions, id, error.message);
  }
}

/** Shows a session in the inspector; one that cannot be written now is read from its file. */
export async function inspectSession(
  liveSessions: LiveSessions,
  inspector: Pick<InspectorPanel, 'open'>,
  id: string,
): Promise<void> {
  try {
    if (await isOfClient(liveSessions, id)) {
      await readSession(liveSessions, id);
      return;
    }
    await liveSessions.open(id);
  } catch (error) {
    if (!isReadable(error)) throw error;
    await readSession(liveSessions, id);
    return;
  }
  await inspector.open(null);
}

/** Tells why the chat has a new session instead of the one from before the reload. */
export async function tellNotResumed(liveSessions: LiveSessions, id: string, error: unknown): Promise<void> {
  // What is deleted was meant to be.
  if (error instanceof JournalError && error.reason === 'missing') return;
  const why = error instanceof JournalError ? error.message : l10n.t('The last session could not be opened.');
  const text = l10n.t('{0} The chat has a new session meanwhile.', why);
  if (isReadable(error)) await offerReading(liveSessions, id, text);
  else await window.showWarningMessage(text);
}

export async function renameSession(liveSessions: LiveSessions, target: string | null): Promise<void> {
  const sessions = await liveSessions.list();
  const wanted = target ?? liveSessions.activeId;
  const session = sessions.find(({ id }) => id === wanted);
  if (session === undefined) throw new ViewError('noSession', l10n.t('There is no such session any more.'));
  const title = await window.showInputBox({
    title: l10n.t('Rename Session'),
    value: session.title,
    validateInput: (value) => (value.trim() === '' ? l10n.t('A session needs a title.') : null),
  });
  if (title !== undefined && title !== session.title) await liveSessions.rename(session.id, title);
}

/** Nothing is asked first: the session is in the trash, and the message has the way back. */
export async function deleteSession(liveSessions: LiveSessions, id: string): Promise<void> {
  const session = (await liveSessions.list()).find((item) => item.id === id);
  if (session === undefined) return;
  await liveSessions.delete(id);
  const undo = l10n.t('Undo');
  const text = l10n.t('“{0}” is in the trash of Strata and stays there for 30 days.', session.title);
  void window.showInformationMessage(text, undo).then(async (answer) => {
    if (answer === undo) await commands.executeCommand('strata.restoreSession' satisfies CommandId, id);
  });
}

/** @param target the session, or null to let the user choose one of the trash */
export async function restoreSession(liveSessions: LiveSessions, target: string | null): Promise<void> {
  const id = target ?? (await pickDeleted(liveSessions));
  if (id !== null) await liveSessions.restoreDeleted(id);
}

async function pickDeleted(liveSessions: LiveSessions): Promise<string | null> {
  const deleted = await liveSessions.listTrash();
  if (deleted.length === 0) {
    void window.showInformationMessage(l10n.t('There is no deleted session. They are kept for 30 days.'));
    return null;
  }
  const items = deleted.map(({ id, title, deletedAt }) => ({
    label: title,
    description: l10n.t('deleted {0}', new Date(deletedAt).toLocaleString()),
    id,
  }));
  return (await window.showQuickPick(items, { title: l10n.t('Restore Deleted Session') }))?.id ?? null;
}

/** Whether the gateway keeps the session for another program. */
async function isOfClient(liveSessions: LiveSessions, id: string): Promise<boolean> {
  const session = (await liveSessions.list()).find((item) => item.id === id);
  return session !== undefined && session.client !== null;
}

/** It cannot be written now, by this window or at all, but it can be read. */
function isReadable(error: unknown): error is JournalError {
  return error instanceof JournalError && ['locked', 'diskFull', 'notWritable'].includes(error.reason);
}

async function offerReading(liveSessions: LiveSessions, id: string, text: string): Promise<void> {
  const read = l10n.t('Read in Inspector');
  if ((await window.showWarningMessage(text, read)) === read) await readSession(liveSessions, id);
}

async function readSession(liveSessions: LiveSessions, id: string): Promise<void> {
  await commands.executeCommand('vscode.openWith', liveSessions.journalFile(id), viewIds.transcript);
}
