import * as crypto from 'node:crypto';

/** SHA-256 as hexadecimal text: names the originals in the archive. */
export function sha256(content: string): string {
  return hashAtOnce?.('sha256', content) ?? crypto.createHash('sha256').update(content).digest('hex');
}

/** In one call, which makes no object of the hash; Node has it from 20.12 on. */
const hashAtOnce = (crypto as { readonly hash?: typeof crypto.hash }).hash;
