import type { Archive } from '../engine/archive';
import type { Message } from '../engine/message';
import { MemoryArchive } from '../engine/memoryArchive';
import { sha256 } from '../models/contentHash';

/**
 * An archive of a replay: it tells where each original would be, and keeps none of them, as they are in the file that is
 * replayed.
 */
export class PointerArchive implements Archive {
  storeText(text: string, extension: string, result?: Message): string {
    return new MemoryArchive(sha256).storeText(text, extension, result);
  }

  storeBase64(data: string, extension: string): string {
    return new MemoryArchive(sha256).storeBase64(data, extension);
  }
}
