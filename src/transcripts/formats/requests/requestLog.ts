import { RequestChain, type LoggedRequest } from './requestChain';
import { itemKey, roleOf } from './requestItems';

/** Sorts the requests of a log into conversations: a request belongs where it repeats what was said. */
export class RequestLog {
  readonly chains: RequestChain[] = [];
  private readonly byFirst = new Map<string, RequestChain>();
  private newest: RequestChain | null = null;

  /** Returns the conversation it belongs to. */
  add(request: LoggedRequest): RequestChain {
    const chain = this.chainOf(request.items);
    chain.add(request);
    this.newest = chain;
    this.byFirst.set(chain.firstKey, chain);
    return chain;
  }

  /** Clients ask for titles and the like between the calls of a conversation: the longest one is meant. */
  main(): number {
    let main = 0;
    this.chains.forEach((chain, index) => {
      if (chain.items.length >= (this.chains[main]?.items.length ?? 0)) main = index;
    });
    return main;
  }

  private chainOf(items: readonly unknown[]): RequestChain {
    const first = items.find((item) => roleOf(item) !== 'system');
    const known = first === undefined ? undefined : this.byFirst.get(itemKey(first));
    if (known !== undefined) return known;
    // A client that took its first message out goes on with what it kept, or with a summary alone.
    if (this.newest !== null && (this.newest.overlap(items) > 0 || this.newest.isSummarizedBy(items)))
      return this.newest;
    const chain = new RequestChain();
    this.chains.push(chain);
    return chain;
  }
}
