import type { ArchiveEntry } from '../../src/engine/archive';
import type { ContextLedger } from '../../src/engine/ledger';
import { renderContext } from '../../src/engine/render';
import { resultText } from '../../src/engine/resultText';
import { wireMessage } from '../../src/engine/wireMessage';
import { partContent } from './partContent';

const POINTER = /[0-9a-f]{16}\.[a-z]+/g;

/**
 * Parts of originals that stand neither in the context nor in an archive file that pointers lead to from it: the
 * invariant that nothing is lost, checked by reading what a model could read.
 */
export function unreachableOriginals(ledger: ContextLedger, archive: ReadonlyMap<string, ArchiveEntry>): string[] {
  const context = renderContext(ledger).flatMap(({ message }) => message.parts.map(partContent));
  const readable = [...context, ...reachableTexts(context, archive)];
  const lost: string[] = [];
  for (let index = 0; index < ledger.length; index += 1) {
    const state = ledger.state(index);
    if (state.fate === 'kept') continue;
    const message = ledger.message(index);
    const whole = resultText(message);
    const wired = wireMessage(message).parts.map(partContent);
    for (const [position, part] of message.parts.entries()) {
      const piece = partContent(part);
      // A part that stays in the context beside one that left it is repaired there; the history keeps its bytes.
      const forms = [piece, JSON.stringify(piece), wired[position] ?? piece];
      const isThere = readable.some((text) => forms.some((form) => text.includes(form)));
      const isInWhole = part.type !== 'toolCall' && readable.some((text) => text === JSON.stringify(whole));
      if (!isThere && !isInWhole) lost.push(`message ${index} (${state.fate}): ${JSON.stringify(piece.slice(0, 60))}`);
    }
  }
  return lost;
}

function reachableTexts(start: readonly string[], archive: ReadonlyMap<string, ArchiveEntry>): string[] {
  const seen = new Set<string>();
  const texts: string[] = [];
  const queue = [...start];
  for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
    for (const [pointer] of text.matchAll(POINTER)) {
      const entry = archive.get(pointer);
      if (entry === undefined || seen.has(pointer)) continue;
      seen.add(pointer);
      const content = 'text' in entry.content ? entry.content.text : entry.content.base64;
      texts.push(content);
      queue.push(content);
    }
  }
  return texts;
}
