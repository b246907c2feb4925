import { QuickPickItemKind, l10n, window, type QuickPickItem } from 'vscode';
import { Disposables } from '../platform/disposables';
import type { MaskedPlace, RedactionReport } from '../transcripts/exports/redaction/redaction';

type PreviewItem = QuickPickItem & { readonly masked?: boolean };

/**
 * Shows what will be masked, and asks whether to. A secret is shown by its first characters only.
 *
 * @returns whether to mask, or null when the person gave up.
 */
export async function confirmMasking(report: RedactionReport): Promise<boolean | null> {
  const owned = new Disposables();
  const picker = owned.add(window.createQuickPick<PreviewItem>());
  picker.title = l10n.t('Export Session: What will be masked');
  picker.placeholder = l10n.t('Secrets are told by their shape: look through the file before you share it');
  picker.matchOnDescription = true;
  picker.items = previewItems(report);
  try {
    return await new Promise<boolean | null>((resolve) => {
      owned.add(
        picker.onDidAccept(() => {
          const masked = picker.selectedItems[0]?.masked;
          // A place is there to be read.
          if (masked !== undefined) resolve(masked);
        }),
      );
      owned.add(
        picker.onDidHide(() => {
          resolve(null);
        }),
      );
      picker.show();
    });
  } finally {
    owned.dispose();
  }
}

function previewItems({ counts, places }: RedactionReport): readonly PreviewItem[] {
  const all = counts.reduce((sum, { places: number }) => sum + number, 0);
  if (all === 0) {
    return [{ label: l10n.t('Export'), detail: l10n.t('Nothing that looks like a secret was found'), masked: true }];
  }
  const kinds = counts.map(({ kind, places: number }) => `${kind}: ${String(number)}`).join(' · ');
  const unlisted = all - places.length;
  return [
    { label: l10n.t('Export masked'), detail: kinds, masked: true },
    { label: l10n.t('Export unmasked'), detail: l10n.t('Secrets stand in the file as they are'), masked: false },
    { label: l10n.t('Places'), kind: QuickPickItemKind.Separator },
    ...places.map(placeItem),
    ...(unlisted > 0 ? [{ label: l10n.t('and {0} more', unlisted) }] : []),
  ];
}

function placeItem({ index, kind, beginning, length }: MaskedPlace): PreviewItem {
  const where = index === null ? l10n.t('Beside the messages') : l10n.t('Message {0}', index);
  return { label: where, description: `${kind} · ${l10n.t('{0}… ({1} characters)', beginning, length)}` };
}
