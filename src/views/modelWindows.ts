import type { Memento } from 'vscode';

/** Where the windows are kept that servers told when their models were listed. */
const WINDOWS_KEY = 'strata.modelWindows';

/** Context windows that servers told of their models: nearer the truth than any table, most of all for local models. */
export interface ModelWindows {
  /** @returns tokens; null where the server never said */
  get(baseUrl: string, model: string): number | null;
  /** @param window tokens; null forgets what was known */
  set(baseUrl: string, model: string, window: number | null): Promise<void>;
}

export function createModelWindows(memory: Memento): ModelWindows {
  const all = (): Readonly<Record<string, unknown>> => memory.get<Record<string, unknown>>(WINDOWS_KEY) ?? {};
  return {
    get: (baseUrl, model) => {
      const window = all()[nameOf(baseUrl, model)];
      return typeof window === 'number' && Number.isInteger(window) && window > 0 ? window : null;
    },
    set: async (baseUrl, model, window) => {
      const name = nameOf(baseUrl, model);
      const others = Object.entries(all()).filter(([known]) => known !== name);
      await memory.update(WINDOWS_KEY, Object.fromEntries([...others, ...(window === null ? [] : [[name, window]])]));
    },
  };
}

/** @param baseUrl an http or https address, as `validateSettings` lets through. */
function nameOf(baseUrl: string, model: string): string {
  return `${new URL(baseUrl).origin} ${model}`;
}
