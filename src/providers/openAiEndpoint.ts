/** Where requests to a server go, and how it wants the key. */
export interface OpenAiEndpoint {
  /** Without a query and without a slash at the end. */
  readonly baseUrl: string;
  /** Sent with every request; Azure names the version of its interface here. */
  readonly query: Readonly<Record<string, string>>;
  readonly kind: 'openai' | 'azure' | 'anthropic' | 'other';
}

/** The version of Azure's interface where the address names a deployment and no version: the newest one that is not a preview. */
const AZURE_VERSION = '2024-10-21';

const AZURE_HOST = /\.(openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/;

/**
 * What an address in the settings stands for. People paste a server's host alone, or the address of one request whole; both
 * are brought to where the protocol begins.
 *
 * @param address an http or https address, as `validateSettings` lets through.
 */
export function endpointOf(address: string): OpenAiEndpoint {
  const url = new URL(address.trim());
  const kind = kindOf(url.hostname);
  const path = url.pathname.replace(/\/+$/u, '').replace(/\/(chat\/completions|models)$/u, '');
  const query = Object.fromEntries(url.searchParams);
  if (kind === 'azure' && path.includes('/deployments/') && query['api-version'] === undefined) {
    query['api-version'] = AZURE_VERSION;
  }
  return {
    baseUrl: `${url.origin}${path === '' || isBareAzure(kind, path) ? firstPath(url, kind) : path}`,
    query,
    kind,
  };
}

/** The address of something below the base URL: `/models`. */
export function endpointUrl({ baseUrl, query }: OpenAiEndpoint, path: string): string {
  const search = new URLSearchParams(query).toString();
  return `${baseUrl}${path}${search === '' ? '' : `?${search}`}`;
}

/** The headers that carry the key; Azure and Anthropic's list of models want one of their own. */
export function keyHeaders({ kind }: OpenAiEndpoint, key: string): Readonly<Record<string, string>> {
  return kind === 'azure' ? { 'api-key': key } : { Authorization: `Bearer ${key}` };
}

function kindOf(hostname: string): OpenAiEndpoint['kind'] {
  if (AZURE_HOST.test(hostname)) return 'azure';
  if (hostname === 'api.openai.com') return 'openai';
  return hostname === 'api.anthropic.com' ? 'anthropic' : 'other';
}

function isBareAzure(kind: OpenAiEndpoint['kind'], path: string): boolean {
  return kind === 'azure' && path === '/openai';
}

/** Where the protocol begins at a host that was named alone. */
function firstPath(url: URL, kind: OpenAiEndpoint['kind']): string {
  if (kind === 'azure') return '/openai/v1';
  return url.hostname === 'openrouter.ai' ? '/api/v1' : '/v1';
}
