import type { Message } from '../engine/message';
import type { Summarizer, SummarizerFailureReason, SummaryReply, SummaryRequest } from '../engine/layer3/summarizer';
import { SummarizerFailure } from '../engine/layer3/summarizer';
import type { ChatProvider, ProviderErrorReason } from '../providers/chatProvider';
import { ProviderError } from '../providers/chatProvider';
import { t } from '../l10n/text';
import { type Patience, SUMMARY_PATIENCE, withPatience } from './patience';

/** Milliseconds after which a request for a summary counts as failed; local models on long texts take minutes. */
const TIMEOUT_MILLISECONDS = 300_000;

export interface ModelSummarizerOptions {
  readonly timeoutMilliseconds?: number;
  readonly patience?: Patience;
  /** The provider has no such model, or it cannot do what is asked: asking again is in vain. */
  readonly onUnusable?: () => void;
}

/** The model that writes summaries and its window in tokens. */
export interface SummaryModel {
  readonly model: string;
  readonly window: number;
}

const REASONS: Readonly<Record<ProviderErrorReason, SummarizerFailureReason>> = {
  authentication: 'authentication',
  rateLimit: 'rateLimit',
  contextOverflow: 'overflow',
  network: 'network',
  refusal: 'refusal',
  badRequest: 'server',
  server: 'server',
  cancelled: 'network',
};

/** Asks a provider for summaries: a request of its own, without tools. */
export class ModelSummarizer implements Summarizer {
  readonly model: string;
  readonly windowTokens: number;

  constructor(
    private readonly provider: ChatProvider,
    { model, window }: SummaryModel,
    private readonly options: ModelSummarizerOptions = {},
  ) {
    this.model = model;
    this.windowTokens = window;
  }

  async summarize({ instructions, text, maxOutputTokens }: SummaryRequest, signal: AbortSignal): Promise<SummaryReply> {
    const timeout = AbortSignal.timeout(this.options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS);
    const messages = [...(instructions === '' ? [] : [textMessage('system', instructions)]), textMessage('user', text)];
    const request = { model: this.model, messages, tools: [], maxOutputTokens };
    try {
      const either = AbortSignal.any([signal, timeout]);
      const ask = (): Promise<SummaryReply> => collect(this.provider, request, either);
      const { patience = SUMMARY_PATIENCE } = this.options;
      const patient = withPatience(ask, { patience, signal: either, now: Date.now, onWait: () => undefined });
      return await Promise.race([patient, aborted(either)]);
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted) throw new SummarizerFailure('timeout', t('The summary took too long.'), { cause: error });
      if (!(error instanceof ProviderError)) {
        throw new SummarizerFailure('server', t('The model gave no summary.'), { cause: error });
      }
      if (error.details.help === 'selectModel' && error.reason === 'badRequest') this.options.onUnusable?.();
      const detail = `${this.model}: ${error.message}`;
      throw new SummarizerFailure(REASONS[error.reason], t('The model gave no summary.'), { cause: error, detail });
    }
  }
}

/** Rejects when the signal is aborted: a provider that does not listen to it must not be waited for. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { once: true });
  });
}

async function collect(
  provider: ChatProvider,
  request: Parameters<ChatProvider['stream']>[0],
  signal: AbortSignal,
): Promise<SummaryReply> {
  let text = '';
  let thinking = '';
  let hasCalls = false;
  // A stream that ends without saying so was cut.
  let finish: Pick<SummaryReply, 'finish' | 'usage'> = { finish: 'length' };
  for await (const event of provider.stream(request, signal)) {
    switch (event.type) {
      case 'text-delta':
        text += event.text;
        break;
      case 'thinking-delta':
        thinking += event.text;
        break;
      case 'tool-call':
        hasCalls = true;
        break;
      case 'finish':
        finish = { finish: event.reason, ...(event.usage === undefined ? {} : { usage: event.usage }) };
        break;
    }
  }
  return { text, thinking, ...finish, ...(hasCalls ? { finish: 'tool-calls' as const } : {}) };
}

function textMessage(role: 'system' | 'user', text: string): Message {
  return { id: role, role, parts: [{ type: 'text', text }] };
}
