import { setImmediate } from 'node:timers/promises';
import type { Finding, PersonalSecrets } from './finding';
import { emailAddresses, homePaths, storedKeys } from './personalData';
import { secretPatterns } from './secretPatterns';

/** Longer texts are searched in pieces, so that what is held at a time is bounded. Characters. */
const PIECE_CHARACTERS = 1 << 20;

/** Pieces reach into the next by more than the longest secret and what tells it, characters. */
const OVERLAP_CHARACTERS = 1 << 15;

/** Everything in a text that is to be masked, in order and without overlaps. Takes time in proportion to the text. */
export async function findSecrets(text: string, personal: PersonalSecrets): Promise<readonly Finding[]> {
  if (text.length <= PIECE_CHARACTERS + OVERLAP_CHARACTERS) return findInPiece(text, personal);
  const findings: Finding[] = [];
  for (let from = 0; from < text.length; from += PIECE_CHARACTERS) {
    const piece = text.slice(from, from + PIECE_CHARACTERS + OVERLAP_CHARACTERS);
    for (const { start, end, kind } of await findInPiece(piece, personal)) {
      findings.push({ start: start + from, end: end + from, kind });
    }
    await setImmediate();
  }
  return merged(findings);
}

async function findInPiece(text: string, { keys, homeFolder }: PersonalSecrets): Promise<readonly Finding[]> {
  // Large, and of use here only: the worker does not start with it.
  const { librarySecrets } = await import('./librarySecrets');
  // What says most about a place comes first.
  const secrets = merged([...storedKeys(text, keys), ...secretPatterns(text), ...(await librarySecrets(text))]);
  const personal = merged([...emailAddresses(text), ...homePaths(text, homeFolder)]);
  return inOrder([...secrets, ...outside(personal, secrets)]);
}

/** Those that do not overlap with others: `password@host` of an address is no e-mail. Both are in order. */
function outside(findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  let next = 0;
  return findings.filter(({ start, end }) => {
    while ((others[next]?.end ?? Infinity) <= start) next += 1;
    return (others[next]?.start ?? Infinity) >= end;
  });
}

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort((a, b) => a.start - b.start);
}

/** Findings that overlap become one, of the kind that came first in the list. */
function merged(findings: readonly Finding[]): readonly Finding[] {
  const result: (Finding & { readonly rank: number })[] = [];
  const ranked = findings.map((finding, rank) => ({ ...finding, rank }));
  for (const finding of ranked.sort((a, b) => a.start - b.start || a.rank - b.rank)) {
    const last = result.at(-1);
    if (last === undefined || finding.start >= last.end) {
      result.push(finding);
      continue;
    }
    const first = finding.rank < last.rank ? finding : last;
    result[result.length - 1] = { ...first, start: last.start, end: Math.max(last.end, finding.end) };
  }
  return result.map(({ start, end, kind }) => ({ start, end, kind }));
}
