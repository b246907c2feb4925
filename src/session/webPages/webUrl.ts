import { PageError } from './pageRequest';

/** Characters; longer addresses are refused by many servers too. */
const LONGEST_URL = 4_096;

/**
 * The address of a page, without its fragment.
 * @param base what a relative address starts from
 * @throws PageError `address` for anything but http and https, and for names and passwords in it
 */
export function webUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null;
  if (url === null || text.length > LONGEST_URL) throw new PageError('address', 'That is no address of a page.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new PageError('address', `Only http and https can be fetched, not ${url.protocol.slice(0, -1)}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new PageError('address', 'An address with a name or a password in it is not fetched.');
  }
  url.hash = '';
  return url;
}

/**
 * Whether a redirect stays with the host a person agreed to: the same host with or without `www.`, the same port, or from
 * http to https at their usual ports.
 */
export function isSameHost(from: URL, to: URL): boolean {
  const isUpgrade = from.protocol === 'http:' && to.protocol === 'https:' && from.port === '' && to.port === '';
  const isSamePlace = from.protocol === to.protocol && from.port === to.port;
  return withoutPrefix(from) === withoutPrefix(to) && (isUpgrade || isSamePlace);
}

function withoutPrefix({ hostname }: URL): string {
  return hostname.replace(/^www\./u, '');
}
