import type { Decision } from '../engine/decision';
import type { ContextLedger } from '../engine/ledger';
import type { Message } from '../engine/message';
import type { MessageCounter } from '../engine/messageCounter';
import type { ReplayCall } from '../engine/replay';
import { type ContextLimits, inputLimit, type Layer3Settings } from '../engine/settings';
import type { AccountedSummary } from '../engine/statisticsFold';
import { type ModelPrices, priceOfCall } from '../models/modelPrices';
import { unchangedTokens } from './readModel/cacheCost';
import type { Call } from './readModel/callSeries';
import type { Bill } from './readModel/runAccount';

/** Characters of a token, to tell how many chunks a text is split into: what most models come to in English and in code. */
const CHARACTERS_PER_TOKEN = 4;

/** A pass of a replay as a call. */
export function callOfPass({ call, historyLength, decisions, inputTokensBefore, inputTokensAfter }: ReplayCall): Call {
  return {
    call,
    historyLength,
    tokensBefore: inputTokensBefore,
    tokensAfter: inputTokensAfter,
    decisionCount: decisions.length,
    unchangedTokens: unchangedTokens(decisions),
  };
}

/** What a replayed call comes to: the reply is the recorded one, whatever would have been sent. */
export function billOf(
  { call, historyLength }: Pick<ReplayCall, 'call' | 'historyLength'>,
  history: { readonly messages: readonly Message[]; readonly callBoundaries: readonly number[] },
  ledger: ContextLedger,
  { limits, prices }: { readonly limits: ContextLimits; readonly prices: ModelPrices | null },
): Bill {
  const end = history.callBoundaries[call + 1] ?? history.messages.length;
  const replies = history.messages.slice(historyLength, end);
  return {
    uncompressedTokens: ledger.originalTokens,
    outputTokens: replyTokens(replies, ledger.counter),
    inputLimit: inputLimit(limits),
    prices,
  };
}

/**
 * What a summary would have taken that a replay wrote without a model: null where a decision is none. The model reads what
 * it stands for, in as many chunks as that is split into, and what they come to once more.
 */
export function summaryOfReplay(
  { summary, removal }: Decision,
  ledger: ContextLedger,
  { chunkCharacters, maximumChunks }: Layer3Settings,
  prices: ModelPrices | null,
): AccountedSummary | null {
  if (summary === undefined || removal === null) return null;
  const read = removal.indexes.reduce((sum, index) => sum + ledger.state(index).tokensOriginal, 0);
  const written = ledger.notice?.summaryTokens ?? 0;
  const chunks = Math.min(maximumChunks, Math.max(1, Math.ceil((read * CHARACTERS_PER_TOKEN) / chunkCharacters)));
  const ofChunk = { inputTokens: read / chunks, outputTokens: written };
  const merge = { inputTokens: chunks * written, outputTokens: written };
  const requests = [...Array.from({ length: chunks }, () => ofChunk), ...(chunks > 1 ? [merge] : [])];
  const tokens = requests.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0);
  return {
    calls: requests.length,
    tokens: Math.round(tokens),
    dollars: prices === null ? null : requests.reduce((sum, request) => sum + priceOfCall(prices, request), 0),
  };
}

function replyTokens(messages: readonly Message[], counter: MessageCounter): number {
  let tokens = 0;
  for (const message of messages) if (message.role === 'assistant') tokens += counter.countMessage(message);
  return tokens;
}
