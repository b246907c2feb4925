import { createHash } from 'node:crypto';
import type { CascadeOptions } from '../../src/engine/cascade';
import { ContextLedger } from '../../src/engine/ledger';
import { MemoryArchive } from '../../src/engine/memoryArchive';
import type { Message, Part } from '../../src/engine/message';
import type { EngineSettings } from '../../src/engine/settings';
import { limitsFor } from '../../src/engine/settings';
import { characterMessageCounter } from './characterCounter';

/** Thresholds of the specification. */
export const defaultEngineSettings: EngineSettings = {
  layer1: {
    singleToolResultShare: 0.5,
    offloadThresholdTokens: 20_000,
    inputHeadroomRatio: 0.75,
    compactTargetRatio: 0.6,
    evictInputsRatio: 0.85,
    compactableTools: ['Read File', 'Bash', 'Grep', 'Glob', 'Search Files', 'Web Fetch', 'Edit'],
  },
  layer2: { preemptiveRatio: 0.9, pruneTargetRatio: 0.6, keepLast: 6 },
  layer3: { summarizePruned: true, chunkCharacters: 50_000, maximumChunks: 4, factsShare: 0.06 },
  compression: {
    enabled: false,
    stages: [{ thresholdTokens: 50_000, targetTokens: 20_000 }],
    preserveRecentMessages: 5,
    tokensPerChar: null,
    customPrompt: '',
    summarizerModel: '',
  },
};

function newArchive(): MemoryArchive {
  return new MemoryArchive((content) => createHash('sha256').update(content, 'utf8').digest('hex'));
}

export interface EngineFixture {
  readonly ledger: ContextLedger;
  readonly options: CascadeOptions;
  readonly archive: MemoryArchive;
}

/** An engine over `messages` with a window in tokens; four characters are a token. */
export function engineFixture(
  messages: readonly Message[],
  window: number,
  settings: EngineSettings = defaultEngineSettings,
): EngineFixture {
  const archive = newArchive();
  const ledger = new ContextLedger(characterMessageCounter());
  for (const message of messages) ledger.append(message);
  let count = 0;
  const options: CascadeOptions = {
    settings,
    limits: limitsFor(window, 16_000),
    archive,
    nextDecisionId: () => `decision-${(count += 1)}`,
  };
  return { ledger, options, archive };
}

let nextId = 0;
const id = (): string => `m${(nextId += 1)}`;

export const system = (text: string): Message => ({ id: id(), role: 'system', parts: [{ type: 'text', text }] });
export const user = (text: string): Message => ({ id: id(), role: 'user', parts: [{ type: 'text', text }] });
export const assistant = (text: string, ...parts: readonly Part[]): Message => ({
  id: id(),
  role: 'assistant',
  parts: [{ type: 'text', text }, ...parts],
});
export const call = (callId: string, name = 'Read', argumentsText = '{}'): Part => ({
  type: 'toolCall',
  id: callId,
  name,
  arguments: argumentsText,
});
export const result = (toolCallId: string, text: string, toolName = 'Read'): Message => ({
  id: id(),
  role: 'tool',
  parts: [{ type: 'text', text }],
  toolCallId,
  toolName,
});

/** A text of `lines` numbered lines; each is 20 characters, five tokens of the test counter. */
export function numberedLines(lines: number): string {
  return Array.from({ length: lines }, (_, line) => `line ${String(line).padStart(6, '0')} of this\n`).join('');
}
