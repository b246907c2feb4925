import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveStateOf } from '../engine/layer3/liveState';
import type { Todo } from '../engine/layer3/todoCalls';
import type { Message } from '../engine/message';
import { textOf, toolCallsOf } from '../engine/message';
import { t } from '../l10n/text';
import type { ChatProvider, ChatRequest, ChatStreamEvent, ToolDefinition } from './chatProvider';
import { ProviderError } from './chatProvider';
import { parseOfflineCommands } from './offlineCommands';
import type { DigestedResult } from './offlineDigest';
import { digestOf } from './offlineDigest';
import { changedTodos, todoArguments } from './offlineTodos';

/** Tokens. Small, so that compression can be seen at work after a few files. */
const OFFLINE_WINDOW = 16_000;

const CHARACTERS_PER_TOKEN = 4;

/** Pieces of the streamed reply, never parting a surrogate pair. */
const PIECES = /.{1,48}/gsu;

const HELP = `I am the offline provider: no model, no network. I run the tool you name and quote what it gives.

- \`read <path>\`
- \`grep <pattern> [in <path>]\`
- \`glob <pattern>\`
- \`search <text>\`
- \`recall <name or text>\`: what left the context
- \`run <command>\`
- \`fetch <address>\`: a web page
- \`todo add <text>\`, \`todo start <number>\`, \`todo done <number>\`
- \`write <path>: <text>\`, \`create <path>: <text>\`
- \`edit <path>: "old" -> "new"\`

Several lines run side by side. For answers with thought in them, choose a model with “Strata: Select Model”.`;

const SIGNATURE = '_Quoted by the offline provider; no model has read this._';

export interface OfflineProviderOptions {
  /** Tokens. */
  readonly windowTokens?: number;
  /** Tokens of a request. By default as the session counted them; where it did not, four characters are one. */
  readonly countTokens?: (request: ChatRequest) => number;
  /** Milliseconds between two pieces of the reply. */
  readonly pieceMilliseconds?: number;
  /** Ids of tool calls; by default random ones. */
  readonly makeId?: () => string;
}

/** The provider without a model, so that everything can be tried without a key. */
export class OfflineProvider implements ChatProvider {
  readonly id = 'offline';
  readonly #window: number;
  readonly #count: (request: ChatRequest) => number;
  readonly #pieceMilliseconds: number;
  readonly #makeId: () => string;

  constructor(options: OfflineProviderOptions = {}) {
    this.#window = options.windowTokens ?? OFFLINE_WINDOW;
    // By a measure of its own it would refuse what the session knows to fit.
    this.#count = options.countTokens ?? ((request): number => request.countedTokens ?? estimateTokens(request));
    this.#pieceMilliseconds = options.pieceMilliseconds ?? 8;
    this.#makeId = options.makeId ?? ((): string => `offline_${randomUUID()}`);
  }

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatStreamEvent> {
    const inputTokens = this.#count(request);
    if (inputTokens > this.#window) {
      throw new ProviderError(
        'contextOverflow',
        t(
          'The request holds {0} tokens; the offline provider takes {1}. Compact the context.',
          inputTokens,
          this.#window,
        ),
        { windowTokens: this.#window, inputTokens },
      );
    }
    const { text, calls } = replyTo(request, this.#makeId);
    for (const [piece] of text.matchAll(PIECES)) {
      await this.#pause(signal);
      yield { type: 'text-delta', text: piece };
    }
    await this.#pause(signal);
    for (const call of calls) yield { type: 'tool-call', ...call };
    const written = text.length + calls.reduce((sum, call) => sum + call.name.length + call.arguments.length, 0);
    yield {
      type: 'finish',
      reason: calls.length > 0 ? 'tool-calls' : 'stop',
      usage: { inputTokens, outputTokens: Math.ceil(written / CHARACTERS_PER_TOKEN) },
    };
  }

  async #pause(signal: AbortSignal): Promise<void> {
    try {
      await sleep(this.#pieceMilliseconds, undefined, { signal });
    } catch {
      throw new ProviderError('cancelled', t('The request was stopped.'));
    }
  }
}

interface Reply {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
}

function replyTo(request: ChatRequest, makeId: () => string): Reply {
  const results = newestResults(request.messages);
  if (results.length > 0) return { text: `${digestOf(results)}\n\n${SIGNATURE}`, calls: [] };
  const question = request.messages.at(-1);
  const commands = question === undefined ? [] : parseOfflineCommands(textOf(question));
  if (commands.length === 0) return { text: HELP, calls: [] };
  const missing = commands.find((command) => !hasTool(request.tools, command.tool));
  if (missing !== undefined) return { text: `The tool ${missing.tool} is not available here.\n\n${HELP}`, calls: [] };
  let todos: readonly Todo[] = liveStateOf(request.messages).todos;
  const calls = commands.map(({ tool, arguments: given }) => {
    if (tool === 'todo') todos = changedTodos(todos, given['action'] ?? '', given['subject'] ?? '');
    const argumentsObject = tool === 'todo' ? todoArguments(todos) : given;
    return { id: makeId(), name: tool, arguments: JSON.stringify(argumentsObject) };
  });
  return { text: '', calls };
}

function hasTool(tools: readonly ToolDefinition[], name: string): boolean {
  return tools.some((tool) => tool.name === name);
}

/** The results at the end of the request, each with the call it answers. */
function newestResults(messages: readonly Message[]): readonly DigestedResult[] {
  const start = messages.findLastIndex((message) => message.role !== 'tool') + 1;
  const caller = messages[start - 1];
  const calls = caller === undefined ? [] : toolCallsOf(caller);
  return messages.slice(start).map((message) => {
    const call = calls.find((candidate) => candidate.id === message.toolCallId);
    return {
      title: `${message.toolName ?? call?.name ?? 'tool'}${call === undefined ? '' : ` ${firstArgument(call.arguments)}`}`,
      text: textOf(message),
      isError: message.isError === true,
    };
  });
}

function firstArgument(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    const first: unknown = typeof value === 'object' && value !== null ? Object.values(value)[0] : undefined;
    return typeof first === 'string' ? first.slice(0, 80) : '';
  } catch {
    return '';
  }
}

function estimateTokens(request: ChatRequest): number {
  const characters =
    JSON.stringify(request.messages.map((message) => message.parts)).length + JSON.stringify(request.tools).length;
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
