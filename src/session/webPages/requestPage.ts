import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { HostAddress } from './checkedAddresses';
import { PageError } from './pageRequest';

/** The same for everybody: no cookie, no version, nothing a server could tell a person by. */
const HEADERS = {
  accept: 'text/markdown, text/html;q=0.9, text/plain;q=0.8, application/json;q=0.8, */*;q=0.1',
  'accept-encoding': 'gzip, deflate, br',
  'user-agent': 'Mozilla/5.0 (compatible; Strata; coding agent on behalf of a person)',
} as const;

/** Bytes of all headers of an answer. */
const MOST_HEADER_BYTES = 32_768;

/**
 * Asks for one page over a connection of its own to exactly these addresses, whatever the name means by now; no proxy, no
 * redirect, no cookies. Resolves once the headers are there.
 * @throws PageError `network`
 */
export function requestPage(
  url: URL,
  addresses: readonly HostAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    agent: false,
    headers: HEADERS,
    lookup: only(addresses),
    maxHeaderSize: MOST_HEADER_BYTES,
    insecureHTTPParser: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, resolve);
    request.on('error', (error) => {
      reject(new PageError('network', `${url.host} could not be reached: ${error.message}`, { cause: error }));
    });
    request.end();
  });
}

/** Node does not ask for addresses that are written out; those were checked as they are. */
function only(addresses: readonly HostAddress[]): LookupFunction {
  return (_host, options, callback) => {
    const [first] = addresses;
    if (options.all === true) callback(null, [...addresses]);
    else if (first !== undefined) callback(null, first.address, first.family);
    else callback(new Error('There is no address.'), '');
  };
}
