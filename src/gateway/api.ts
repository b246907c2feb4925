import type { Settings } from '../config/settings';
import type { CompressionPatch } from '../config/compressionOptions';
import type { StatsFigures } from './stats';

/** What the gateway is started with. */
export interface GatewayStart {
  readonly settings: Settings;
  /** Secrets: never logged, never written. */
  readonly token: string;
  readonly keys: UpstreamKeys;
  /** Where the sessions are kept, and where the build left the ranks of the tokenizers. */
  readonly sessionsFolder: string;
  readonly ranksFolder: string;
  readonly stats: StatsFigures | null;
}

/** Keys of the upstreams; null where the client brings its own, or none is needed. */
export interface UpstreamKeys {
  readonly openai: string | null;
  readonly anthropic: string | null;
}

/** What the gateway tells of itself. */
export interface GatewayEvents {
  /** Something changed that a person may want to see. */
  status: GatewayStatus;
  /** A request went on uncompressed, was refused, or failed; without secrets. */
  problem: { readonly words: string };
  /** A client changed the settings by the API. */
  patched: { readonly patch: CompressionPatch };
  /** The figures changed; to be kept. */
  stats: { readonly figures: StatsFigures };
}

export interface GatewayStatus {
  readonly conversations: number;
  readonly requests: number;
  readonly compressions: number;
  /** Requests that failed or went on uncompressed for a fault. */
  readonly problems: number;
}

/** What can be asked of a running gateway. */
export interface GatewayApi {
  /** @returns the port it listens at */
  start(params: GatewayStart): Promise<number>;
  configure(params: { readonly settings: Settings; readonly keys: UpstreamKeys }): Promise<void>;
  stop(): Promise<void>;
}
