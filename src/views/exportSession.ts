import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ProgressLocation, Uri, commands, l10n, window, workspace } from 'vscode';
import type { SettingsReader } from '../config/readSettings';
import type { ApiKeys } from '../platform/secrets';
import type { ExportFormat, ExportScope } from '../transcripts/exports/exportItem';
import type { PersonalSecrets } from '../transcripts/exports/redaction/finding';
import type { ExportStep } from '../worker/api';
import { formatOf, pickCall, pickFile, pickFormat, pickScope } from './exportChoices';
import { confirmMasking } from './exportPreview';
import type { InspectorSource } from './inspectorSource';
import { KNOWN_SERVERS } from './knownServers';

/** What a caller that needs no dialog names: with a target nothing is asked for. */
export interface ExportTarget {
  readonly target?: Uri;
  /** Otherwise told by the name of the target. */
  readonly format?: ExportFormat;
  readonly scope?: ExportScope;
  /** The model call at which history and context are shown, from 0; left out for now. */
  readonly call?: number;
  /** Whether secrets are masked; they are unless this says otherwise. */
  readonly masked?: boolean;
}

export interface ExportServices {
  readonly settings: SettingsReader;
  readonly keys: ApiKeys;
}

type Source = Pick<InspectorSource, 'worker' | 'ready' | 'title'>;

interface Choices {
  readonly format: ExportFormat;
  readonly scope: ExportScope;
  readonly call: number | null;
}

/**
 * Writes a session to a file. Asks for the format, what goes into it and whether to mask what looks like a secret, after
 * it has shown that.
 *
 * @returns the file, or null when the person gave up; then there is none.
 */
export async function exportSession(
  source: Source,
  services: ExportServices,
  wishes: ExportTarget = {},
): Promise<Uri | null> {
  await source.ready;
  const choices = wishes.target === undefined ? await askFor(source, wishes) : given(wishes, wishes.target);
  if (choices === null) return null;
  await source.worker.beginExport({ ...choices, personal: await personalSecrets(services) });
  try {
    const isSearched = wishes.masked !== false || wishes.target === undefined;
    const search: ExportStep = { step: 'search' };
    if (isSearched && !(await work(source, l10n.t('Looking for secrets…'), search))) return null;
    const masked = wishes.target === undefined ? await confirmMasking(await source.worker.exportReport()) : isSearched;
    if (masked === null) return null;
    const target = wishes.target ?? (await pickFile(source.title, choices.format));
    if (target === null || !(await write(source, target, masked))) return null;
    if (wishes.target === undefined) void offerToOpen(target);
    return target;
  } finally {
    await source.worker.endExport();
  }
}

function given({ format, scope = 'history', call }: ExportTarget, target: Uri): Choices {
  return { format: format ?? formatOf(target), scope, call: call ?? null };
}

async function askFor(source: Source, wishes: ExportTarget): Promise<Choices | null> {
  const format = wishes.format ?? (await pickFormat());
  if (format === null) return null;
  const scope = wishes.scope ?? (await pickScope(format));
  if (scope === null) return null;
  if (scope === 'history') return { format, scope, call: null };
  const call = wishes.call ?? (await pickCall((await source.worker.snapshot()).callCount));
  return call === null ? null : { format, scope, call: call === 'now' ? null : call };
}

/** Keys are given to the worker that searches for them, and to nobody else. */
async function personalSecrets({ settings, keys }: ExportServices): Promise<PersonalSecrets> {
  const { 'openai.baseUrl': baseUrl, 'openai.headers': headers } = settings.read();
  const servers = [baseUrl, ...KNOWN_SERVERS.map((server) => server.baseUrl)].filter((url) => URL.canParse(url));
  const stored = await Promise.all([...new Set(servers)].map((url) => keys.get(url)));
  const values = Object.values(headers).filter((value) => !value.includes('${'));
  return { keys: [...stored.filter((key) => key !== null), ...values], homeFolder: homedir() };
}

/** Says that the file is there, which nothing else on the screen would show. */
async function offerToOpen(file: Uri): Promise<void> {
  const open = l10n.t('Open');
  const answer = await window.showInformationMessage(l10n.t('Exported to {0}', basename(file.path)), open);
  if (answer === open) await commands.executeCommand('vscode.open', file);
}

/** The worker writes to this machine's disk; a file elsewhere is copied there once it is whole. */
async function write(source: Source, target: Uri, masked: boolean): Promise<boolean> {
  const title = l10n.t('Exporting the session…');
  if (target.scheme === 'file') return work(source, title, { step: 'write', path: target.fsPath, masked });
  const path = join(tmpdir(), `strata-export-${randomUUID()}`);
  try {
    if (!(await work(source, title, { step: 'write', path, masked }))) return false;
    await workspace.fs.copy(Uri.file(path), target, { overwrite: true });
    return true;
  } finally {
    await rm(path, { force: true });
  }
}

/** @returns whether it came to its end; false when the person stopped it. */
async function work(source: Source, title: string, step: ExportStep): Promise<boolean> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (progress, cancellation) => {
      let told = 0;
      for (let share = 0; share < 1;) {
        if (cancellation.isCancellationRequested) return false;
        share = await source.worker.continueExport(step);
        progress.report({ increment: (share - told) * 100 });
        told = share;
      }
      return true;
    },
  );
}
