import { createHash } from 'node:crypto';

/** SHA-256 as hexadecimal text: names the originals in the archive. */
export function sha256(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
