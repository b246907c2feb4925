import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExportWish, SessionWorkerApi } from '../../../src/worker/api';
import { withFolder } from '../../support/sessionFiles';

type Exporter = Pick<SessionWorkerApi, 'beginExport' | 'continueExport' | 'endExport'>;

/** What the file of an export holds. */
export async function exportedText(
  api: Exporter,
  wish: Partial<ExportWish> & Pick<ExportWish, 'format'>,
  masked = true,
): Promise<string> {
  return withFolder(async (folder) => {
    const path = join(folder, 'export');
    await api.beginExport({ scope: 'history', call: null, personal: { keys: [], homeFolder: '' }, ...wish });
    while (masked && (await api.continueExport({ step: 'search' })) < 1);
    while ((await api.continueExport({ step: 'write', path, masked })) < 1);
    await api.endExport();
    return readFile(path, 'utf8');
  });
}
