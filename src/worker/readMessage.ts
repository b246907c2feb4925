import { archivedResult } from '../engine/archiveOriginals';
import { sightingsOf } from '../engine/layer3/factKinds';
import type { Message } from '../engine/message';
import { sha256 } from '../models/contentHash';

const read = new WeakSet<Message>();

/**
 * Reads what a compaction will want to know of a message: its facts, and the hash that names its result in the archive.
 * Done as messages come, so that no plan has to look at thousands at once.
 */
export function readMessage(message: Message): void {
  if (read.has(message)) return;
  read.add(message);
  sightingsOf(message);
  const result = message.role === 'tool' ? archivedResult(message) : null;
  if (result !== null) sha256(result.content, message);
}
