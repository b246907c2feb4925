import * as crypto from 'node:crypto';
import type { Message } from '../engine/message';
import { remembered } from './cachingCounter';

const known = new WeakMap<Message, string>();

/**
 * SHA-256 as hexadecimal text: names the originals in the archive.
 *
 * @param result the message whose archived result the content is: a message never changes, so it is hashed once
 */
export function sha256(content: string, result?: Message): string {
  return result === undefined ? hashOf(content) : remembered(known, result, () => hashOf(content));
}

function hashOf(content: string): string {
  return hashAtOnce?.('sha256', content) ?? crypto.createHash('sha256').update(content).digest('hex');
}

/** In one call, which makes no object of the hash; Node has it from 20.12 on. */
const hashAtOnce = (crypto as { readonly hash?: typeof crypto.hash }).hash;
