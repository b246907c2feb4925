import type { IncomingMessage } from 'node:http';
import { parseCompressionPatch } from '../config/compressionConfig';
import type { CompressionPatch } from '../config/compressionOptions';
import { problemText } from '../config/parsed';
import { compressionAnswer, patchedSettings } from '../config/patchedSettings';
import type { Settings } from '../config/settings';
import { limitsFor, type ContextLimits } from '../engine/settings';
import { referenceStatistics, type ReferenceStatistics } from '../engine/statistics';
import { profileFor } from '../models/profile';
import { TokenCounters } from '../models/tokenCounters';
import type { GatewayEvents, GatewayStart, UpstreamKeys } from './api';
import { Conversations } from './conversations/conversations';
import type { ConversationTools } from './conversations/tools';
import { Upstream } from './http/upstream';
import { NO_FIGURES, withRequest, type StatsFigures } from './stats';
import { OtlpSender } from './telemetry/otlpSender';

type Emit = <Name extends keyof GatewayEvents>(name: Name, value: GatewayEvents[Name]) => void;

/** What the gateway holds while it runs: settings, upstreams, conversations and figures. */
export class Gateway implements ConversationTools {
  readonly conversations: Conversations;
  readonly telemetry: OtlpSender;
  readonly #counters: TokenCounters;
  readonly #windows = new Map<string, number>();
  #settings: Settings;
  #keys: UpstreamKeys;
  #upstreams: { readonly openai: Upstream; readonly anthropic: Upstream };
  #figures: StatsFigures;
  #problems = 0;

  constructor(
    start: GatewayStart,
    private readonly emit: Emit,
  ) {
    this.#settings = start.settings;
    this.#keys = start.keys;
    this.#upstreams = upstreamsOf(start.settings);
    this.#figures = start.stats ?? NO_FIGURES;
    this.#counters = new TokenCounters(start.ranksFolder);
    this.conversations = new Conversations(start.sessionsFolder, this);
    this.telemetry = new OtlpSender(
      () => this.#settings['gateway.otlpEndpoint'],
      (words) => this.onFailure(words),
    );
  }

  settings(): Settings {
    return this.#settings;
  }

  counterFor(model: string): ReturnType<TokenCounters['counterFor']> {
    return this.#counters.counterFor(model);
  }

  limitsOf(model: string): ContextLimits {
    const own = this.#settings['model.window'];
    const profile = profileFor(model, this.#settings['model.overrides']);
    const window = this.#windows.get(model) ?? (own === 0 ? profile.window : own);
    return limitsFor(window, this.#settings['tokens.reserve']);
  }

  /** A provider named another window than is known. */
  learnWindow(model: string, tokens: number): void {
    this.#windows.set(model, tokens);
  }

  now(): number {
    return Date.now();
  }

  onFailure(words: string): void {
    this.#problems += 1;
    this.emit('problem', { words });
    this.#tell();
  }

  configure(settings: Settings, keys: UpstreamKeys): void {
    const before = this.#settings;
    this.#settings = settings;
    this.#keys = keys;
    const isMoved = (['gateway.openaiUpstream', 'gateway.anthropicUpstream'] as const).some(
      (key) => before[key] !== settings[key],
    );
    if (isMoved) this.#upstreams = upstreamsOf(settings);
  }

  /** Where a request goes: Anthropic's clients say who they are in every request. */
  upstreamFor(request: IncomingMessage): {
    readonly upstream: Upstream;
    readonly key: string | null;
    readonly isAnthropic: boolean;
  } {
    const isAnthropic =
      request.headers['anthropic-version'] !== undefined || /^\/v1\/(messages|complete)\b/.test(request.url ?? '');
    const name = isAnthropic ? 'anthropic' : 'openai';
    return { upstream: this.#upstreams[name], key: this.#keys[name], isAnthropic };
  }

  /** @param saved tokens that were taken out; null where nothing was */
  noteRequest(saved: number | null): void {
    this.#figures = withRequest(this.#figures, saved, this.now());
    this.#tell();
  }

  stats(): ReferenceStatistics {
    return referenceStatistics(this.#figures, compressionAnswer(this.#settings).enabled);
  }

  resetStats(): ReferenceStatistics {
    this.#figures = NO_FIGURES;
    this.#tell();
    return this.stats();
  }

  /** Takes new values for the named options; nothing is taken where any is wrong. @returns the faults, none when it was taken */
  patch(value: unknown): readonly string[] {
    const { value: patch, problems } = parseCompressionPatch(value);
    if (problems.length > 0) return problems.map(problemText);
    const { settings, faults } = patchedSettings(this.#settings, patch);
    if (faults.length > 0) return faults;
    this.#settings = settings;
    this.emit('patched', { patch });
    return [];
  }

  /** The options in force, before any profile. */
  compression(): Required<CompressionPatch> {
    return compressionAnswer(this.#settings);
  }

  async close(): Promise<void> {
    await this.conversations.close();
    await this.telemetry.close();
    this.#upstreams.openai.close();
    this.#upstreams.anthropic.close();
  }

  #tell(): void {
    const { calls: requests, compressions } = this.#figures;
    this.emit('status', { conversations: this.conversations.count, requests, compressions, problems: this.#problems });
    this.emit('stats', { figures: this.#figures });
  }
}

function upstreamsOf(settings: Settings): { readonly openai: Upstream; readonly anthropic: Upstream } {
  return {
    openai: new Upstream(settings['gateway.openaiUpstream']),
    anthropic: new Upstream(settings['gateway.anthropicUpstream']),
  };
}
