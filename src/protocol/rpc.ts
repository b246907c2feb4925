/**
 * One small typed RPC for both webviews and for the worker: a contract is an interface of async methods plus a map of
 * events; calls carry numbers, every call ends in a result or an error, and everything that arrives is checked.
 */

export type RpcMessage =
  | { readonly rpc: 'call'; readonly id: number; readonly method: string; readonly params: unknown }
  | { readonly rpc: 'result'; readonly id: number; readonly value: unknown }
  | { readonly rpc: 'error'; readonly id: number; readonly message: string }
  | { readonly rpc: 'event'; readonly name: string; readonly value: unknown };

export interface RpcTransport {
  post(message: RpcMessage): void;
  /** Calls `listener` for everything that arrives, checked or not. Returns a function that stops it. */
  listen(listener: (message: unknown) => void): () => void;
}

/** The far side failed; its message is fit to be shown. */
class RpcError extends Error {
  override readonly name = 'RpcError';
  constructor(
    readonly reason: 'failed' | 'closed' | 'unknownMethod',
    message: string,
  ) {
    super(message);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** The message, if it is one of ours; anything else that a page may post is ignored. */
function parseRpcMessage(value: unknown): RpcMessage | null {
  if (!isRecord(value)) return null;
  const { rpc, id, method, name, message } = value;
  if (rpc === 'call' && typeof id === 'number' && typeof method === 'string') {
    return { rpc, id, method, params: value['params'] };
  }
  if (rpc === 'result' && typeof id === 'number') return { rpc, id, value: value['value'] };
  if (rpc === 'error' && typeof id === 'number' && typeof message === 'string') return { rpc, id, message };
  if (rpc === 'event' && typeof name === 'string') return { rpc, name, value: value['value'] };
  return null;
}

/** Methods of an API: each takes at most one parameter object and returns a promise. */
type Method = (params: never) => Promise<unknown>;
export type RpcApi<Api> = { readonly [K in keyof Api]: Api[K] extends Method ? Api[K] : never };

export interface RpcClient<Api, Events> {
  readonly api: Api;
  on<Name extends keyof Events & string>(name: Name, listener: (value: Events[Name]) => void): () => void;
  /** Rejects every call still waiting, and every later one, in these words. */
  close(reason?: string): void;
}

/** The calling side. `Events` are what the far side pushes. */
export function createRpcClient<Api extends RpcApi<Api>, Events>(transport: RpcTransport): RpcClient<Api, Events> {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: RpcError) => void }>();
  const listeners = new Map<string, Set<(value: never) => void>>();
  let nextId = 1;
  let closed: RpcError | null = null;
  const stop = transport.listen((received) => {
    const message = parseRpcMessage(received);
    if (message === null) return;
    if (message.rpc === 'event') {
      for (const listener of listeners.get(message.name) ?? []) listener(message.value as never);
    } else if (message.rpc === 'result' || message.rpc === 'error') {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.rpc === 'result') call?.resolve(message.value);
      else call?.reject(new RpcError('failed', message.message));
    }
  });
  const call = (method: string, params: unknown): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (closed !== null) {
        reject(closed);
        return;
      }
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      transport.post({ rpc: 'call', id, method, params });
    });
  // The proxy turns every property into a call; the type of `Api` says which there are.
  const api = new Proxy(
    {},
    { get: (_target, method) => (typeof method === 'string' ? (params: unknown) => call(method, params) : undefined) },
  ) as Api;
  return {
    api,
    on(name, listener) {
      const set = listeners.get(name) ?? new Set();
      listeners.set(name, set.add(listener));
      return () => {
        set.delete(listener);
      };
    },
    close(reason = 'The other side is closed.') {
      closed = new RpcError('closed', reason);
      stop();
      for (const { reject } of waiting.values()) reject(closed);
      waiting.clear();
    },
  };
}

/** Checks the parameters of each method before it runs; throws with words fit for the far side. */
export type RpcValidators<Api> = { readonly [K in keyof Api]: (params: unknown) => void };

export interface RpcServer<Events> {
  emit<Name extends keyof Events & string>(name: Name, value: Events[Name]): void;
  close(): void;
}

/**
 * The answering side: all methods must be there, and all validators. `describeError` turns what a method threw into the
 * words the far side may see.
 */
export function createRpcServer<Api extends RpcApi<Api>, Events>(
  transport: RpcTransport,
  api: Api,
  validators: RpcValidators<Api>,
  describeError: (error: unknown) => string,
): RpcServer<Events> {
  const answer = async (id: number, method: string, params: unknown): Promise<void> => {
    try {
      if (!Object.hasOwn(validators, method)) throw new RpcError('unknownMethod', `Unknown method: ${method}`);
      const key = method as keyof Api;
      validators[key](params);
      const value = await (api[key] as (params: unknown) => Promise<unknown>).call(api, params);
      transport.post({ rpc: 'result', id, value });
    } catch (error) {
      transport.post({ rpc: 'error', id, message: describeError(error) });
    }
  };
  const stop = transport.listen((received) => {
    const message = parseRpcMessage(received);
    if (message?.rpc === 'call') void answer(message.id, message.method, message.params);
  });
  return {
    emit: (name, value) => {
      transport.post({ rpc: 'event', name, value });
    },
    close: stop,
  };
}
