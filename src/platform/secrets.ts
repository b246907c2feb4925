import type { SecretStorage } from 'vscode';

/**
 * API keys, in VS Code's encrypted storage only. A key belongs to the server it was given for: another address in the
 * settings never receives it.
 */
export interface ApiKeys {
  /** @returns null when there is no key for the server. */
  get(baseUrl: string): Promise<string | null>;
  set(baseUrl: string, key: string): Promise<void>;
  clear(baseUrl: string): Promise<void>;
}

/** @param baseUrl an http or https address, as `validateSettings` lets through. */
function nameFor(baseUrl: string): string {
  return `strata.apiKey ${new URL(baseUrl).origin}`;
}

export function createApiKeys(secrets: SecretStorage): ApiKeys {
  return {
    get: async (baseUrl) => (await secrets.get(nameFor(baseUrl))) ?? null,
    set: async (baseUrl, key) => {
      await secrets.store(nameFor(baseUrl), key);
    },
    clear: async (baseUrl) => {
      await secrets.delete(nameFor(baseUrl));
    },
  };
}
