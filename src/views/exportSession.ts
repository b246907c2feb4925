import { Uri, l10n, window, workspace } from 'vscode';
import type { InspectorSource } from './inspectorSource';

export type ExportFormat = 'markdown' | 'openai';

/** What a caller that needs no dialog names; a dialog asks for the rest. */
export interface ExportTarget {
  readonly target?: Uri;
  readonly format?: ExportFormat;
}

/**
 * Writes a session to a file: Markdown to read, or OpenAI messages as JSON lines for other programs.
 *
 * @returns the file, or null when the person cancelled.
 */
export async function exportSession(
  source: Pick<InspectorSource, 'worker' | 'ready' | 'title'>,
  { target, format }: ExportTarget = {},
): Promise<Uri | null> {
  const chosen = target ?? (await askForFile(source.title));
  if (chosen === undefined) return null;
  await source.ready;
  const chosenFormat = format ?? formatOf(chosen);
  const text = await source.worker.exportText({ format: chosenFormat, scope: 'history' });
  await workspace.fs.writeFile(chosen, new TextEncoder().encode(text));
  return chosen;
}

function formatOf(file: Uri): ExportFormat {
  return file.path.endsWith('.jsonl') ? 'openai' : 'markdown';
}

async function askForFile(title: string): Promise<Uri | undefined> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const name = `${fileName(title)}.md`;
  return window.showSaveDialog({
    title: l10n.t('Export Session'),
    ...(folder === undefined ? {} : { defaultUri: Uri.joinPath(folder, name) }),
    filters: { Markdown: ['md'], [l10n.t('OpenAI messages')]: ['jsonl'] },
  });
}

/** A title as a file name: no character any file system refuses, and not too long for one. */
function fileName(title: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .trim()
    .slice(0, 60)
    .trim();
  return name === '' ? 'session' : name;
}
