import { l10n, window } from 'vscode';
import type { InspectorSource } from './inspectorSource';
import { plainLabel } from './plainLabel';
import { ViewError } from './viewError';

/** Lets the user choose one of the sessions of a file, and shows it in the place of the one that shows. */
export async function chooseSession(source: Pick<InspectorSource, 'worker' | 'ready' | 'showSession'>): Promise<void> {
  await source.ready;
  const titles = await source.worker.sessionTitles();
  if (source.showSession === null || titles.length === 0) {
    throw new ViewError('notFound', l10n.t('The file holds one session only.'));
  }
  const { sessions } = await source.worker.snapshot();
  const items = titles.map((title, session) => ({
    label: `${String(session + 1)}. ${plainLabel(title)}`,
    description: session === sessions?.shown ? l10n.t('shown now') : '',
    session,
  }));
  const chosen = await window.showQuickPick(items, {
    title: l10n.t('Sessions of This File'),
    placeHolder: l10n.t('Choose the session to show'),
  });
  if (chosen !== undefined && chosen.session !== sessions?.shown) await source.showSession(chosen.session);
}
