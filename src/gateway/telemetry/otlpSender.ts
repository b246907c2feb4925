import { randomBytes } from 'node:crypto';

/** One request of the gateway, told without any content. */
export interface RequestSpan {
  readonly provider: string;
  readonly operation: 'chat';
  readonly model: string;
  readonly responseModel: string | null;
  readonly client: string;
  readonly server: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly status: number;
  readonly inputTokens: number | null;
  readonly cachedInputTokens: number | null;
  readonly outputTokens: number | null;
  /** Tokens by our count, as sent and as the client sent them. */
  readonly sentTokens: number;
  readonly originalTokens: number;
  readonly savedTokens: number;
}

/** Spans wait so long for others, milliseconds, and at most so many are kept while the collector does not answer. */
const DELAY_MILLISECONDS = 2_000;
const MOST_SPANS = 512;
const TIMEOUT_MILLISECONDS = 10_000;

/**
 * Sends spans by OTLP over HTTP as JSON, by the semantic conventions for generative AI. The packages that do it bring some
 * megabytes and hooks into every module; this is one request of one shape.
 */
export class OtlpSender {
  #spans: RequestSpan[] = [];
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(
    private readonly endpoint: () => string,
    private readonly onFailure: (words: string) => void,
  ) {}

  add(span: RequestSpan): void {
    if (this.endpoint() === '') return;
    this.#spans.push(span);
    if (this.#spans.length > MOST_SPANS) this.#spans.shift();
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.flush();
    }, DELAY_MILLISECONDS);
    this.#timer.unref();
  }

  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#send());
    return this.#sending;
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.flush();
  }

  async #send(): Promise<void> {
    const endpoint = this.endpoint();
    const spans = this.#spans;
    if (endpoint === '' || spans.length === 0) return;
    this.#spans = [];
    try {
      const answer = await fetch(`${endpoint.replace(/\/+$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(tracesOf(spans)),
        signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      });
      if (!answer.ok) throw new Error(`it answered ${String(answer.status)}`);
      this.#hasFailed = false;
    } catch (error) {
      // Told once: a collector that is away is away for every request.
      if (!this.#hasFailed)
        this.onFailure(`The collector took no spans: ${error instanceof Error ? error.message : String(error)}`);
      this.#hasFailed = true;
    }
  }
}

/** The body of one export. */
function tracesOf(spans: readonly RequestSpan[]): unknown {
  return {
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': 'strata-gateway' }) },
        scopeSpans: [{ scope: { name: 'strata.gateway' }, spans: spans.map(spanOf) }],
      },
    ],
  };
}

function spanOf(span: RequestSpan): unknown {
  return {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    name: `${span.operation} ${span.model}`,
    // SPAN_KIND_CLIENT
    kind: 3,
    startTimeUnixNano: nanoseconds(span.startedAt),
    endTimeUnixNano: nanoseconds(span.endedAt),
    attributes: attributesOf({
      'gen_ai.operation.name': span.operation,
      'gen_ai.provider.name': span.provider,
      'gen_ai.request.model': span.model,
      'gen_ai.response.model': span.responseModel,
      'gen_ai.usage.input_tokens': span.inputTokens,
      'gen_ai.usage.cache_read.input_tokens': span.cachedInputTokens,
      'gen_ai.usage.output_tokens': span.outputTokens,
      'server.address': span.server,
      'http.response.status_code': span.status,
      'error.type': span.status >= 400 ? String(span.status) : null,
      'strata.client': span.client,
      'strata.input_tokens.sent': span.sentTokens,
      'strata.input_tokens.original': span.originalTokens,
      'strata.compression.saved_tokens': span.savedTokens,
    }),
    // STATUS_CODE_ERROR, or unset
    status: span.status >= 400 ? { code: 2 } : {},
  };
}

function attributesOf(values: Readonly<Record<string, string | number | null>>): unknown[] {
  return Object.entries(values).flatMap(([key, value]) => {
    if (value === null) return [];
    return [{ key, value: typeof value === 'string' ? { stringValue: value } : { intValue: String(value) } }];
  });
}

function nanoseconds(milliseconds: number): string {
  return `${String(milliseconds)}000000`;
}
