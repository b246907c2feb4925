import type { Message, SourcePosition, Usage } from '../../../engine/message';
import { isList, isRecord, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { ProblemList } from '../../problemList';
import { titleFrom } from '../../sessionTitle';
import type { RecordedCompaction } from '../../transcript';
import type { ReadContext, ReadSession } from '../../transcriptFormat';
import { TaskMessages } from '../clineTask/taskMessages';
import { taskTitle } from '../clineTask/taskTitle';
import { usageOfParts } from '../clineTask/uiMessages';
import { foldSidecar } from './sdkSidecar';

/** A session of Cline's SDK: the whole conversation in one document, its context and its settings in two beside it. */
export class SdkSession {
  private readonly history = new TaskMessages();
  private readonly values: JsonRecord[] = [];
  private readonly compactions: RecordedCompaction[] = [];
  private removed = 0;
  private prompt = false;

  constructor(private readonly context: Pick<ReadContext, 'name' | 'siblings' | 'problems'>) {}

  /** Takes the document. */
  add(document: JsonRecord, source: SourcePosition): void {
    const prompt = stringAt(document, 'system_prompt') ?? stringAt(document, 'systemPrompt');
    if (prompt !== null && prompt !== '') {
      this.prompt = true;
      this.history.add(prompt, { id: 'system', role: 'system', source, createdAt: null });
    }
    const list = document['messages'];
    for (const value of isList(list) ? list : []) {
      if (isRecord(value)) this.addMessage(value, source);
      else this.context.problems.report('info', source, 'An item of the conversation is no message; it was left out.');
    }
    if ('source_message_count' in document) {
      const words =
        'This is the context as it was compacted last; the whole conversation is in the file of messages beside it.';
      this.context.problems.report('info', source, words);
    }
  }

  async finish(problems: ProblemList): Promise<ReadSession> {
    if (this.removed > 0) {
      const words = `${String(this.removed)} messages were taken out of the file by compactions.`;
      problems.report('info', undefined, words);
    }
    const [manifest, sidecar] = await this.siblings();
    const { items } = this.history;
    const spoken = this.prompt ? items.slice(1) : items;
    const folded = foldSidecar(
      sidecar,
      { messages: this.history.messages, items: spoken, values: this.values },
      problems,
    );
    const compactions = [...this.compactions, ...folded.compactions];
    return {
      messages: [...folded.messages],
      title: titleOf(manifest, folded.messages),
      model: stringAt(manifest, 'model'),
      workspace: stringAt(manifest, 'workspace_root') ?? stringAt(manifest, 'cwd'),
      ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
    };
  }

  private addMessage(value: JsonRecord, source: SourcePosition): void {
    const metadata = recordAt(value, 'metadata') ?? {};
    const kind = stringAt(metadata, 'kind');
    const from = this.history.messages.length;
    this.values.push(value);
    this.history.add(value['content'], {
      id: stringAt(value, 'id'),
      role: value['role'] === 'assistant' ? 'assistant' : 'user',
      source,
      createdAt: numberAt(value, 'ts'),
      model: stringAt(recordAt(value, 'modelInfo') ?? {}, 'id'),
      usage: usageOf(recordAt(value, 'metrics')),
      ...(isNotice(value['content']) ? { synthetic: kind === 'compaction' ? 'summary' : 'injected' } : {}),
      ...(kind === 'compaction_summary' ? { synthetic: 'summary' } : {}),
    });
    if (kind === 'compaction_summary') {
      const before = numberAt(metadata, 'tokensBefore');
      this.compactions.push({ index: from, kind, summary: from, ...(before === null ? {} : { tokensBefore: before }) });
    } else if (kind === 'compaction') {
      this.removed += numberAt(metadata, 'messagesRemoved') ?? 0;
      this.compactions.push({ index: this.history.messages.length, kind });
    } else if (metadata['compaction'] === 'preserved') {
      // What a compaction kept stands before the moment it took place.
      const last = this.compactions.pop();
      if (last !== undefined) this.compactions.push({ ...last, index: this.history.messages.length });
    }
  }

  /** The manifest and the compacted context of the session, by the name of its own file. */
  private async siblings(): Promise<readonly [manifest: JsonRecord, sidecar: unknown]> {
    const { name, siblings } = this.context;
    if (!name.endsWith('.messages.json')) return [{}, undefined];
    const id = name.slice(0, -'.messages.json'.length);
    const manifest = await siblings.readJson(`${id}.json`);
    return [isRecord(manifest) ? manifest : {}, await siblings.readJson(`${id}.compaction.json`)];
  }
}

function titleOf(manifest: JsonRecord, messages: readonly Message[]): string | null {
  const named = stringAt(recordAt(manifest, 'metadata') ?? {}, 'title');
  return (named === null ? null : titleFrom(named)) ?? taskTitle(messages);
}

/** Whether there is nothing but what the harness says: work that was dropped is told of in notices. */
function isNotice(content: unknown): boolean {
  const texts = isList(content) ? content : [content];
  return texts.length > 0 && texts.every((block) => /^\s*<SYSTEM_NOTICE/.test(textIn(block).slice(0, 200)));
}

function textIn(block: unknown): string {
  if (typeof block === 'string') return block;
  return (isRecord(block) && block['type'] === 'text' ? stringAt(block, 'text') : null) ?? '';
}

function usageOf(metrics: JsonRecord | null): Usage | null {
  const [input, output] = metrics === null ? [] : [numberAt(metrics, 'inputTokens'), numberAt(metrics, 'outputTokens')];
  if (metrics === null || input == null || output == null) return null;
  const [read, written] = [numberAt(metrics, 'cacheReadTokens') ?? 0, numberAt(metrics, 'cacheWriteTokens') ?? 0];
  return usageOfParts(input, read, written, output, true);
}
