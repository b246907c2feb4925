import type { JournalEntry } from '../engine/journal';
import type { Message, ToolCallPart } from '../engine/message';
import { toolCallsOf } from '../engine/message';
import { CANCELLED_RESULT, INTERRUPTED_RESULT } from '../engine/notices';
import type { AgentEvent, ToolCallPlace } from './agentEvents';
import type { ArchiveFolder } from './archiveFolder';
import type { Memory } from './memoryFile';
import type { SessionRecord } from './sessionRecord';
import type { ToolCallResult, ToolRunner } from './toolRunner';
import { SeenFiles } from './tools/seenFiles';
import type { WorkspaceFiles } from './workspaceFiles';

export interface ToolTurnOptions {
  readonly record: SessionRecord;
  readonly runner: ToolRunner;
  readonly archive: ArchiveFolder;
  readonly files: WorkspaceFiles;
  readonly memory: Memory | null;
  /** Absolute path of ripgrep, or null. */
  readonly ripgrep: string | null;
  /** Absolute path of the workspace folder, links resolved; null when none is open. */
  readonly root: string | null;
  readonly emit: (event: AgentEvent) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly makeId: () => string;
}

/** Answers the calls of one assistant message: runs them, journals the results in the order of the calls, and tells both. */
export class ToolTurn {
  readonly #seen = new SeenFiles();

  constructor(private readonly options: ToolTurnOptions) {}

  /** @param messageIndex Of the assistant message in the history. */
  async run(calls: readonly ToolCallPart[], messageIndex: number, signal: AbortSignal): Promise<void> {
    const { emit, record, runner } = this.options;
    calls.forEach((call, position) => {
      const preview = runner.preview(call);
      emit({ type: 'tool-start', place: { messageIndex, position }, call, preview, waiting: runner.willAsk(call) });
    });
    for (const group of runner.groups(calls)) {
      const running = group.map((position) => this.#runCall(calls, messageIndex, position, signal));
      const results = await Promise.all(running);
      const firstIndex = record.fold.ledger.length;
      await record.commit(group.map((position, place) => this.#resultEntry(calls[position], results[place])));
      group.forEach((position, place) => {
        const ending = results[place]?.ending ?? 'failed';
        emit({ type: 'tool-end', place: { messageIndex, position }, ending, index: firstIndex + place });
      });
    }
  }

  /** Answers calls that a crash left open, so that the history can be sent again. */
  async answerOpenCalls(): Promise<void> {
    const { record } = this.options;
    const { ledger } = record.fold;
    let index = ledger.length - 1;
    while (index >= 0 && ledger.message(index).role === 'tool') index -= 1;
    if (index < 0) return;
    // Results stand in the order of their calls, so those at the end are the open ones.
    const open = toolCallsOf(ledger.message(index)).slice(ledger.length - 1 - index);
    await record.commit(open.map((call) => this.#resultEntry(call, interruptedResult(call))));
  }

  async #runCall(
    calls: readonly ToolCallPart[],
    messageIndex: number,
    position: number,
    signal: AbortSignal,
  ): Promise<ToolCallResult> {
    const { archive, emit, files, memory, ripgrep, root, runner } = this.options;
    const call = calls[position];
    if (call === undefined || root === null || signal.aborted) return cancelledResult(call);
    const place: ToolCallPlace = { messageIndex, position };
    const onOutput = (text: string): void => {
      emit({ type: 'tool-output', place, text });
    };
    return runner.run(call, { root, files, archive, memory, ripgrep, seen: this.#seen, signal, onOutput }, () => {
      emit({ type: 'tool-run', place });
    });
  }

  #resultEntry(call: ToolCallPart | undefined, result: ToolCallResult | undefined): JournalEntry {
    const { text, media, toolName, ending } = result ?? cancelledResult(call);
    const message: Message = {
      id: this.options.makeId(),
      role: 'tool',
      parts: [{ type: 'text', text }, ...(media ?? [])],
      toolCallId: call?.id ?? '',
      toolName,
      createdAt: this.options.now(),
      ...(ending === 'done' ? {} : { isError: true }),
    };
    return { type: 'message', message };
  }
}

function cancelledResult(call: ToolCallPart | undefined): ToolCallResult {
  return { text: CANCELLED_RESULT, toolName: call?.name ?? 'unknown', ending: 'cancelled' };
}

/** Nobody ended it, and it may have done its work. */
function interruptedResult(call: ToolCallPart): ToolCallResult {
  return { text: INTERRUPTED_RESULT, toolName: call.name, ending: 'failed' };
}
