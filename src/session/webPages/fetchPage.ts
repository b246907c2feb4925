import { terminalText } from '../tools/terminalText';
import type { AddressPolicy } from './checkedAddresses';
import { checkedAddresses } from './checkedAddresses';
import { pageBody } from './pageBody';
import type { PageAnswer } from './pageRequest';
import { PageError } from './pageRequest';
import { pageText } from './pageText';
import { requestPage } from './requestPage';
import { isSameHost, webUrl } from './webUrl';

/** Redirects followed; each is checked as the first address was. */
const MOST_REDIRECTS = 5;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Fetches a page, following redirects within its host. What cannot be had is an answer too. */
export async function fetchPage(text: string, policy: AddressPolicy, signal: AbortSignal): Promise<PageAnswer> {
  try {
    return await follow(webUrl(text), policy, signal);
  } catch (error) {
    if (error instanceof PageError) return { kind: 'refused', reason: error.reason, text: error.message };
    throw error;
  }
}

async function follow(start: URL, policy: AddressPolicy, signal: AbortSignal): Promise<PageAnswer> {
  let url = start;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const answer = await requestPage(url, await checkedAddresses(url, policy), signal);
    const { statusCode: status = 0, headers } = answer;
    if (!REDIRECTS.has(status) || headers.location === undefined) {
      const body = await pageBody(answer);
      const page = pageText(body, headers['content-type'] ?? '', url);
      // A carriage return alone would take the place of the line before it.
      const readable = terminalText(page.replaceAll(/\r\n?/gu, '\n')).toWellFormed();
      return { kind: 'page', url: url.href, status, text: readable, isCut: body.isCut };
    }
    answer.destroy();
    const target = webUrl(headers.location, url);
    if (!isSameHost(start, target)) return { kind: 'elsewhere', url: target.href };
    url = target;
  }
  throw new PageError('redirects', `${start.host} redirects more than ${String(MOST_REDIRECTS)} times.`);
}
