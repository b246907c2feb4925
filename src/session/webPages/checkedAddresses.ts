import { isIP } from 'node:net';
import { PageError } from './pageRequest';
import { isLocalName, isPublicAddress } from './publicAddress';

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** How names become addresses, and which may be spoken to. Only tests give another one than `PUBLIC_HOSTS`. */
export interface AddressPolicy {
  /** Asked once for each request; a connection is made to nothing but what it gave. */
  readonly resolve: (host: string) => Promise<readonly HostAddress[]>;
  readonly isAllowed: (address: string) => boolean;
}

/**
 * The addresses of a URL's host, all of them checked.
 * @throws PageError `address` when one of them is not public, `network` when there is none
 */
export async function checkedAddresses(url: URL, policy: AddressPolicy): Promise<readonly HostAddress[]> {
  const host = url.hostname.replace(/^\[|\]$/gu, '');
  const family = isIP(host);
  const addresses = family === 0 ? await resolved(host, policy) : [{ address: host, family }];
  // One that is private is reason enough: which of them a connection takes is up to the network.
  if (addresses.some(({ address }) => !policy.isAllowed(address))) throw refusal(host);
  return addresses;
}

async function resolved(host: string, policy: AddressPolicy): Promise<readonly HostAddress[]> {
  if (isLocalName(host)) throw refusal(host);
  try {
    const addresses = await policy.resolve(host);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    throw new PageError('network', `The name ${host} could not be resolved.`, { cause: error });
  }
  throw new PageError('network', `The name ${host} has no address.`);
}

function refusal(host: string): PageError {
  return new PageError('address', `${host} is not a public host; only public ones may be fetched from.`);
}

/** Everything the policy of the product allows. */
export function publicHosts(resolve: AddressPolicy['resolve']): AddressPolicy {
  return { resolve, isAllowed: isPublicAddress };
}
