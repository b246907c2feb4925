import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../../src/providers/chatProvider';
import { type ProviderWait, withPatience } from '../../../src/session/patience';

function failing(errors: readonly Error[]) {
  const left = [...errors];
  let tries = 0;
  const call = async (): Promise<string> => {
    tries += 1;
    const error = left.shift();
    if (error !== undefined) throw error;
    return 'done';
  };
  return { call, tries: () => tries };
}

const busy = new ProviderError('server', 'busy');

function run(
  call: () => Promise<string>,
  waits: (ProviderWait | null)[],
  tries = 3,
  signal = new AbortController().signal,
) {
  const patience = { tries, firstWaitMilliseconds: 1 };
  return withPatience(call, { patience, signal, now: () => 1000, onWait: (wait) => waits.push(wait) });
}

describe('patience with a provider', () => {
  it('asks again, and tells of each wait and of its end', async () => {
    const waits: (ProviderWait | null)[] = [];
    const { call, tries } = failing([busy, new ProviderError('network', 'gone')]);
    expect(await run(call, waits)).toBe('done');
    expect(tries()).toBe(3);
    expect(waits.map((wait) => wait && [wait.attempt, wait.tries])).toEqual([[2, 3], null, [3, 3], null]);
  });

  it('waits as long as the provider asks for', async () => {
    const waits: (ProviderWait | null)[] = [];
    const limited = new ProviderError('rateLimit', 'slow', { retryAfterMilliseconds: 60 });
    await run(failing([limited]).call, waits);
    expect(waits[0]?.until).toBe(1060);
  });

  it('gives up in the end with the last failure', async () => {
    const last = new ProviderError('network', 'last');
    const waits: (ProviderWait | null)[] = [];
    await expect(run(failing([busy, busy, last]).call, waits)).rejects.toBe(last);
    expect(waits.at(-1)).toBeNull();
  });

  it.each([
    ['a wrong key', new ProviderError('authentication', 'no')],
    ['an overflow', new ProviderError('contextOverflow', 'no')],
    ['a refusal', new ProviderError('refusal', 'no')],
    ['no credit', new ProviderError('rateLimit', 'no', { lasting: true })],
    ['a wait of an hour', new ProviderError('rateLimit', 'no', { retryAfterMilliseconds: 3_600_000 })],
    ['a fault of our own', new TypeError('no')],
  ])('does not ask again after %s', async (_name, error) => {
    const waits: (ProviderWait | null)[] = [];
    const { call, tries } = failing([error]);
    await expect(run(call, waits)).rejects.toBe(error);
    expect(tries()).toBe(1);
    expect(waits).toEqual([]);
  });

  it.each([
    ['while the library waits', busy],
    [
      'while the provider wants to be left alone',
      new ProviderError('rateLimit', 'no', { retryAfterMilliseconds: 300_000 }),
    ],
  ])('stops %s', async (_name, error) => {
    const abort = new AbortController();
    const patience = { tries: 3, firstWaitMilliseconds: 100_000 };
    const waits: (ProviderWait | null)[] = [];
    const onWait = (wait: ProviderWait | null): void => {
      waits.push(wait);
      if (wait !== null) setImmediate(() => abort.abort());
    };
    const running = withPatience(failing([error]).call, { patience, signal: abort.signal, now: Date.now, onWait });
    await expect(running).rejects.toMatchObject({ reason: 'cancelled' });
    expect(waits.at(-1)).toBeNull();
  });
});
