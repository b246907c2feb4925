import type { Archive } from './archive';
import { archiveMedia } from './archiveOriginals';
import type { ContextLedger } from './ledger';
import type { Message, Part } from './message';

/**
 * What leaves the context whole is first written to a Markdown file that people read and tools grep. Texts stand in it
 * byte for byte; originals that are in the archive already are named by their pointers.
 */

/** Writes the messages at `indexes` to the archive. Returns the pointer, or null without an archive. */
export function archiveHistory(
  archive: Archive | null,
  ledger: ContextLedger,
  indexes: readonly number[],
): string | null {
  if (archive === null) return null;
  const sections = [heading(indexes, ledger.removalFiles)];
  for (const index of indexes) sections.push(messageSection(archive, ledger, index));
  // Joined once: the text is as long as everything that leaves.
  return archive.storeText(sections.join('\n'), 'md');
}

function heading(indexes: readonly number[], earlier: readonly string[]): string {
  const lines = ['# Messages removed from the context', '', `${indexes.length} messages, in order.`];
  const named = earlierFiles(earlier);
  if (named.length > 0) lines.push('', 'Removed before:', ...named.map((pointer) => `- ${pointer}`));
  return `${lines.join('\n')}\n`;
}

/**
 * The newest earlier file and those 2, 4, 8 … before it: every file is a few steps from the newest one, and naming all in
 * each would make a long session's files grow with its square.
 */
function earlierFiles(earlier: readonly string[]): string[] {
  const named: string[] = [];
  for (let back = 1; back <= earlier.length; back *= 2) named.push(...earlier.slice(-back, earlier.length - back + 1));
  return named;
}

function messageSection(archive: Archive, ledger: ContextLedger, index: number): string {
  const message = ledger.message(index);
  const { pointers } = ledger.state(index);
  let section = `## Message ${index}: ${roleWords(message)}\n`;
  for (const pointer of pointers) section += `\nOriginal: ${pointer}`;
  for (const part of message.parts) {
    // The text of a result is behind its pointer; an assistant message has only some arguments there.
    if (pointers.length > 0 && message.role === 'tool' && part.type !== 'media') continue;
    section += `\n${partText(archive, part)}`;
  }
  return `${section}\n`;
}

function roleWords(message: Message): string {
  if (message.role !== 'tool') return message.role;
  return `tool result of ${message.toolName ?? 'an unnamed tool'}, call ${message.toolCallId ?? 'unknown'}`;
}

function partText(archive: Archive, part: Part): string {
  switch (part.type) {
    case 'text':
      return verbatim(part.text);
    case 'thinking': {
      const sealed = [part.signature, part.redacted].filter((text) => text !== undefined);
      return ['### Thinking', verbatim(part.text), ...sealed].join('\n');
    }
    case 'toolCall':
      return `### Call ${part.name}, ${part.id}\n${verbatim(part.arguments)}`;
    case 'media': {
      const pointer = archiveMedia(archive, part);
      return `### ${part.kind}, ${part.mediaType}: ${pointer ?? part.url ?? 'without content'}`;
    }
    case 'raw':
      return `### ${part.kind}\n${verbatim(part.json)}`;
  }
}

/** UTF-8 cannot hold half a surrogate pair; a JSON string can. */
function verbatim(text: string): string {
  return text.isWellFormed() ? text : JSON.stringify(text);
}
