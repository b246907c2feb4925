import type { ContextLedger } from '../engine/ledger';
import { textOf, toolCallsOf, type Message } from '../engine/message';
import { renderContext } from '../engine/render';

/** Signs that the agent forgot something, told without a model: what a person says, and what is no longer in sight. */

/** Before and behind a phrase there is no letter. */
function phrase(pattern: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${pattern})(?![\p{L}\p{N}_])`, 'iu');
}

const REPROACHES: readonly RegExp[] = [
  phrase(String.raw`(?:as|like) i(?:['’]ve| have)?(?: already| just)? (?:said|told you|mentioned|explained|asked)`),
  phrase(String.raw`i(?:['’]ve| have)?(?: already| just| once)? (?:told|asked) you`),
  phrase(String.raw`i(?:['’]ve| have)? already (?:said|mentioned|explained)`),
  phrase(String.raw`you(?:['’]ve| have)?(?: already| just| again)? (?:forgot|forgotten|keep forgetting)`),
  phrase(String.raw`(?:did|have) you (?:already )?(?:forget|forgot|forgotten)`),
  phrase(String.raw`(?:don['’]?t|do) you(?: not)? remember`),
  phrase(
    String.raw`como (?:ya )?(?:te )?(?:lo )?(?:he |había )?(?:dije|dicho|comenté|comentado|pedí|pedido|expliqué|mencioné)`,
  ),
  phrase(String.raw`(?:ya )?te (?:lo |la )?(?:dije|pedí|comenté|expliqué|he dicho|había dicho|he pedido|he explicado)`),
  phrase(String.raw`(?:te )?(?:has olvidado|olvidaste)|se te (?:ha olvidado|olvidó)|te olvidas`),
  phrase(String.raw`(?:es que )?(?:no )?te acuerdas|no lo recuerdas|no recuerdas`),
];

/** Whether a message reproaches the agent with having forgotten, in English or Spanish. Blocks of code do not count. */
export function soundsForgotten(text: string): boolean {
  const said = text.replaceAll(/```[\s\S]*?(?:```|$)/g, ' ');
  return REPROACHES.some((reproach) => reproach.test(said));
}

/** Things named in a message that are looked for, and characters a name has at least. */
const MOST_NAMES = 8;
const SHORTEST_NAME = 5;

/** Characters of originals that are looked through, the newest first: the search holds the thread up. */
const SEARCHED_CHARACTERS = 4_000_000;

/** Paths, names with an underline, a dot or a change of case, and what stands in backquotes. */
const NAMES = /`(?<quoted>[^`\n]{5,80})`|(?<![\w./-])[\w./-]*(?:[a-z][A-Z]|[./_])[\w./-]*\w/gu;

/**
 * Something the newest message names that was spoken of before and is nowhere in the context now, but for that message;
 * null where there is nothing of the kind.
 *
 * @param typed what the person typed
 */
export function archivedName(typed: string, ledger: ContextLedger): string | null {
  const names = namesIn(typed);
  if (names.length === 0 || ledger.fates.kept === ledger.length) return null;
  const known = namesOutOfSight(names, ledger);
  if (known.length === 0) return null;
  const context = renderContext(ledger)
    .filter(({ index }) => index !== ledger.length - 1)
    .map(({ message }) => contentOf(message));
  return known.find((name) => !context.some((text) => text.includes(name))) ?? null;
}

function namesIn(typed: string): string[] {
  const names = Array.from(typed.matchAll(NAMES), (match) => match.groups?.['quoted'] ?? match[0]);
  return [...new Set(names)].filter((name) => name.length >= SHORTEST_NAME).slice(0, MOST_NAMES);
}

function namesOutOfSight(names: readonly string[], ledger: ContextLedger): string[] {
  const found = new Set<string>();
  let left = SEARCHED_CHARACTERS;
  for (let index = ledger.length - 2; index >= 0 && left > 0 && found.size < names.length; index -= 1) {
    if (ledger.state(index).fate === 'kept') continue;
    const text = contentOf(ledger.message(index));
    left -= text.length;
    for (const name of names) if (!found.has(name) && text.includes(name)) found.add(name);
  }
  return names.filter((name) => found.has(name));
}

function contentOf(message: Message): string {
  return [textOf(message), ...toolCallsOf(message).map((call) => call.arguments)].join('\n');
}
