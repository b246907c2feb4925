import { TOKEN_HEADER, type Proof } from './guard';

/** Names and values in turn, as Node has them and as they stood on the wire. */
export type RawHeaders = readonly string[];

/** RFC 9110, 7.6.1: these are between two neighbours only. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Written anew for the upstream, or meant for the gateway. */
const OWN = new Set(['host', 'content-length', 'expect', TOKEN_HEADER, 'x-strata-profile']);

/**
 * Headers as the upstream gets them: those of the client, without what is between the client and the gateway. Where the
 * token stood in the place of a key, the upstream's own key takes that place.
 *
 * @param key of the upstream; null for none
 * @param wantsApiKey whether the upstream takes it as `x-api-key`
 */
export function upstreamHeaders(raw: RawHeaders, proof: Proof, key: string | null, wantsApiKey: boolean): string[] {
  const kept = withoutHops(raw).filter(([name]) => {
    const lower = name.toLowerCase();
    const isToken = proof === 'key' && (lower === 'authorization' || lower === 'x-api-key');
    return !OWN.has(lower) && !isToken;
  });
  if (proof === 'key' && key !== null) {
    kept.push(wantsApiKey ? ['x-api-key', key] : ['authorization', `Bearer ${key}`]);
  }
  return kept.flat();
}

/** Headers of a reply as the client gets them. */
export function clientHeaders(raw: RawHeaders): string[] {
  return withoutHops(raw).flat();
}

function withoutHops(raw: RawHeaders): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? '']);
  const named = new Set(
    pairs
      .filter(([name]) => name.toLowerCase() === 'connection')
      .flatMap(([, value]) => value.split(',').map((name) => name.trim().toLowerCase())),
  );
  return pairs.filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase()) && !named.has(name.toLowerCase()));
}
