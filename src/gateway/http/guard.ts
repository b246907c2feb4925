import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is refused before anything is done for it. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404;
  readonly words: string;
}

/** The header for the token where the client's own key goes to the upstream. */
export const TOKEN_HEADER = 'x-strata-token';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether the request may have come from this machine by its own will: a page of the web reaches a local server too, by its
 * address or by a name that was bound to it anew, and then Host or Origin says so.
 *
 * @param port the gateway listens at
 */
export function checkOrigin(headers: IncomingHttpHeaders, port: number): Refusal | null {
  const host = /^(?<name>\[[^\]]*\]|[^:]*)(?::(?<port>\d+))?$/.exec(headers.host ?? '')?.groups;
  const isOurs = host !== undefined && LOOPBACK.has((host['name'] ?? '').toLowerCase());
  if (!isOurs || (host['port'] !== undefined && Number(host['port']) !== port)) {
    return { status: 403, words: 'The gateway answers requests to this machine by its loopback address only.' };
  }
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isPage = origin !== undefined || (site !== undefined && site !== 'none' && site !== 'same-origin');
  return isPage ? { status: 403, words: 'The gateway answers no web pages.' } : null;
}

/** Whether the path is taken as it is by everybody who reads it. It is sent on unchanged, so nothing in it may lead elsewhere. */
export function checkPath(url: string): Refusal | null {
  const path = url.split('?', 1)[0] ?? '';
  const isPlain = /^\/[\x21-\x7e]*$/.test(url) && !url.includes('#') && !path.includes('\\') && !path.includes('//');
  if (!isPlain) return { status: 400, words: 'The path of the request is not plain.' };
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return { status: 400, words: 'The path of the request is not plain.' };
  }
  const isTricky =
    decoded.split('/').some((part) => part === '..' || part === '.') || /[\\\p{Cc}]|\/\/|%2e|%2f|%5c/iu.test(decoded);
  // An encoded slash parts a path for some servers and not for others.
  return isTricky || /%2f|%5c/i.test(path) ? { status: 400, words: 'The path of the request is not plain.' } : null;
}

/** How a request showed that it may be served. `key`: the token stands where the key of a server would. */
export type Proof = 'key' | 'header';

/** Where the token stands, or null where it is wrong or missing. Takes as long for one as for the other. */
export function proofOf(headers: IncomingHttpHeaders, token: string): Proof | null {
  const own = headers[TOKEN_HEADER];
  if (own !== undefined) return isSame(String(own), token) ? 'header' : null;
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const key = String(headers['x-api-key'] ?? '');
  // Both are compared, whichever is there.
  const isBearer = isSame(bearer, token);
  const isKey = isSame(key, token);
  return isBearer || isKey ? 'key' : null;
}

function isSame(given: string, token: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token)) && token !== '';
}
