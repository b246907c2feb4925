import { beforeEach, expect, it, vi } from 'vitest';
import { pickFile } from '../../../src/views/exportChoices';

const showSaveDialog = vi.hoisted(() => vi.fn());

vi.mock('vscode', () => ({
  Uri: { joinPath: (folder: string, name: string) => `${folder}/${name}` },
  l10n: { t: (text: string) => text },
  window: { showSaveDialog },
  workspace: { workspaceFolders: [{ uri: '/folder' }] },
}));

beforeEach(() => {
  showSaveDialog.mockReset();
});

it('offers a name for each format, with an ending that the dialog does not write twice', async () => {
  await pickFile('a/b session.jsonl', 'strata');
  await pickFile('session.traj', 'markdown');
  expect(showSaveDialog.mock.calls).toMatchObject([
    [{ defaultUri: '/folder/a b session.strata.jsonl', filters: { JSONL: ['jsonl'] } }],
    [{ defaultUri: '/folder/session.md', filters: { MD: ['md'] } }],
  ]);
});
