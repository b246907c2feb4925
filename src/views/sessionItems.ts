import { basename } from 'node:path';
import { l10n, type QuickPickItem } from 'vscode';
import type { FoundSession } from '../transcripts/places/findSessions';
import type { SessionHead } from '../transcripts/places/sessionHead';
import { plainLabel } from './plainLabel';

/** Bytes of a kilobyte and a megabyte, as file managers count them. */
const KILOBYTE = 1_000;
const MEGABYTE = 1_000_000;

/** How a session stands in a list: its title, the agent, its folder, how large and how old it is. */
export function sessionItem(
  { path, place, bytes, modifiedAt }: FoundSession,
  head: SessionHead | null,
): Required<Pick<QuickPickItem, 'label' | 'description'>> {
  const folder = head?.workspace ?? null;
  const facts = [
    place.agent,
    ...(folder === null ? [] : [plainLabel(basename(folder))]),
    sizeText(bytes),
    ageText(modifiedAt),
  ];
  return { label: plainLabel(head?.title ?? basename(path)), description: facts.join(' · ') };
}

function sizeText(bytes: number): string {
  if (bytes < KILOBYTE) return l10n.t('{0} bytes', bytes);
  const [amount, unit] = bytes < MEGABYTE ? [bytes / KILOBYTE, 'kilobyte'] : [bytes / MEGABYTE, 'megabyte'];
  return new Intl.NumberFormat(undefined, { style: 'unit', unit, maximumFractionDigits: amount < 10 ? 1 : 0 }).format(
    amount,
  );
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Days after which a date says more than a number of days. */
const DATED_DAYS = 30;

function ageText(modifiedAt: number): string {
  const age = Date.now() - modifiedAt;
  if (age > DATED_DAYS * UNITS[0][1]) return new Date(modifiedAt).toLocaleDateString();
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  const unit = UNITS.find(([, milliseconds]) => age >= milliseconds);
  return unit === undefined ? format.format(0, 'minute') : format.format(-Math.floor(age / unit[1]), unit[0]);
}
