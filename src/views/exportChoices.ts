import { Uri, l10n, window, workspace, type QuickPickItem } from 'vscode';
import { EXPORT_EXTENSIONS, type ExportFormat, type ExportScope } from '../transcripts/exports/exportItem';

type Choice<Value> = QuickPickItem & { readonly value: Value };

/** @returns null when the person gave up. */
export async function pickFormat(): Promise<ExportFormat | null> {
  const items: readonly Choice<ExportFormat>[] = [
    { label: 'Markdown', detail: l10n.t('To read, and to paste elsewhere'), value: 'markdown' },
    {
      label: 'HTML',
      detail: l10n.t('One page with what became of each message; opens anywhere, prints'),
      value: 'html',
    },
    { label: 'Strata', detail: l10n.t('Everything, to be opened again in Strata'), value: 'strata' },
    { label: 'OpenAI', detail: l10n.t('Chat messages as JSON lines, for other programs'), value: 'openai' },
    { label: 'Anthropic', detail: l10n.t('Messages as JSON, for other programs'), value: 'anthropic' },
  ];
  return pick(items, l10n.t('Export Session: Format'));
}

/** What goes into the file. Strata's own format holds the context with the history. */
export async function pickScope(format: ExportFormat): Promise<ExportScope | null> {
  const history: Choice<ExportScope> = {
    label: l10n.t('History'),
    detail: l10n.t('Every message ever, also those that are out of the context'),
    value: 'history',
  };
  const context: Choice<ExportScope> = {
    label: l10n.t('Context'),
    detail: l10n.t('What the model reads, now or at a call'),
    value: 'context',
  };
  const both: Choice<ExportScope> = { label: l10n.t('History and context'), value: 'both' };
  return pick(format === 'strata' ? [history, context] : [history, context, both], l10n.t('Export Session: Content'));
}

/**
 * The call at which the context is to be shown.
 *
 * @returns the call from 0, `now`, or null when the person gave up.
 */
export async function pickCall(callCount: number): Promise<number | 'now' | null> {
  if (callCount === 0) return 'now';
  const when = await pick<'now' | 'call'>(
    [
      { label: l10n.t('As it is now'), value: 'now' },
      { label: l10n.t('As it was at a call…'), value: 'call' },
    ],
    l10n.t('Export Session: Context'),
  );
  if (when !== 'call') return when;
  const typed = await window.showInputBox({
    title: l10n.t('Export Session: Context'),
    prompt: l10n.t('Number of the call, from 1 to {0}', callCount),
    value: String(callCount),
    validateInput: (text) =>
      isCall(text, callCount) ? undefined : l10n.t('Number of the call, from 1 to {0}', callCount),
  });
  return typed === undefined ? null : Number(typed) - 1;
}

/** @returns null when the person gave up. */
export async function pickFile(title: string, format: ExportFormat): Promise<Uri | null> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const name = `${fileName(title)}.${EXPORT_EXTENSIONS[format]}`;
  // VS Code knows the last part of a name only: given `strata.jsonl` it would write that twice.
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const file = await window.showSaveDialog({
    title: l10n.t('Export Session'),
    ...(folder === undefined ? {} : { defaultUri: Uri.joinPath(folder, name) }),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  return file ?? null;
}

/** The format a file's name tells. */
export function formatOf({ path }: Uri): ExportFormat {
  if (path.endsWith('.strata.jsonl')) return 'strata';
  if (path.endsWith('.jsonl')) return 'openai';
  if (path.endsWith('.json')) return 'anthropic';
  return /\.html?$/.test(path) ? 'html' : 'markdown';
}

async function pick<Value>(items: readonly Choice<Value>[], title: string): Promise<Value | null> {
  const chosen = await window.showQuickPick(items, { title });
  return chosen === undefined ? null : chosen.value;
}

function isCall(text: string, callCount: number): boolean {
  return /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= callCount;
}

/** A title, or the name of a session's file, as a file name: no character any file system refuses, and not too long for one. */
function fileName(title: string): string {
  const name = title
    .replace(/(?:\.strata)?\.(?:jsonl?|md|html?|traj)$/, '')
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .trim()
    .slice(0, 60)
    .trim();
  return name === '' ? 'session' : name;
}
