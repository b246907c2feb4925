import type { SourcePosition, Usage } from '../../../engine/message';
import { isList, isRecord, numberAt, recordAt, stringAt, type JsonRecord } from '../../../wire/jsonValue';
import type { ProblemList } from '../../problemList';
import type { SiblingFiles } from '../../siblingFiles';
import type { ReadContext, ReadSession } from '../../transcriptFormat';
import { TaskMessages, type TaskItem } from '../clineTask/taskMessages';
import { TaskReplies } from '../clineTask/taskReplies';
import { taskTitle } from '../clineTask/taskTitle';
import { readUiMessages, usageOfParts } from '../clineTask/uiMessages';
import { legacyCompactions } from './legacyCompactions';
import { rangeInTaskIndex } from './taskIndex';

/** A task as older versions kept it: the history the model is sent in one file, the rest of it in others beside it. */
export class LegacyTask {
  private readonly history = new TaskMessages();
  private readonly replies = new TaskReplies(this.history.messages, this.history.items, isReply);

  constructor(private readonly context: Pick<ReadContext, 'siblings' | 'problems'>) {}

  /** Takes the whole history. */
  add(list: readonly unknown[], source: SourcePosition): void {
    for (const value of list) {
      if (isRecord(value)) this.addItem(value, source);
      else {
        this.context.problems.report('info', source, 'An item of the history is no message; it was left out.');
        // Its place is kept: ranges and edits count the items.
        this.history.noteItem(this.history.messages.length, null, { role: 'user', createdAt: null });
      }
    }
  }

  async finish(problems: ProblemList): Promise<ReadSession> {
    const { siblings } = this.context;
    const ui = readUiMessages(await siblings.readJson('ui_messages.json'));
    const messages = ui === null ? this.history.messages : this.replies.withRequests(ui, problems);
    const compactions = legacyCompactions(
      this.history,
      {
        ranges: [...(ui?.deletedRanges ?? []), ...(await rangeInTaskIndex(siblings, messages))],
        edits: await siblings.readJson('context_history.json'),
        requests: ui === null ? null : this.replies.matchRequests(ui.requests),
      },
      problems,
    );
    return {
      messages: [...messages],
      title: ui?.title ?? taskTitle(messages),
      model: await modelOf(siblings),
      ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
    };
  }

  private addItem(value: JsonRecord, source: SourcePosition): void {
    const { role } = value;
    this.history.add(value['content'], {
      id: stringAt(value, 'id'),
      role: role === 'assistant' || role === 'system' ? role : 'user',
      source,
      createdAt: numberAt(value, 'ts'),
      model: stringAt(recordAt(value, 'modelInfo') ?? {}, 'modelId'),
      usage: usageOf(value),
    });
  }
}

function isReply({ role }: TaskItem): boolean {
  return role === 'assistant';
}

/** Newer histories say at each reply what it cost; the prompt's tokens include the cached ones. */
function usageOf(value: JsonRecord): Usage | null {
  const tokens = recordAt(recordAt(value, 'metrics') ?? {}, 'tokens');
  const [prompt, completion] = tokens === null ? [] : [numberAt(tokens, 'prompt'), numberAt(tokens, 'completion')];
  if (tokens === null || prompt == null || completion == null) return null;
  return usageOfParts(prompt, numberAt(tokens, 'cached') ?? 0, 0, completion, true);
}

/** The model used last, from the notes on the task; null where they do not say. */
async function modelOf(siblings: SiblingFiles): Promise<string | null> {
  const notes = await siblings.readJson('task_metadata.json');
  const models = isRecord(notes) ? notes['model_usage'] : null;
  const last = isList(models) ? models.at(-1) : null;
  return isRecord(last) ? stringAt(last, 'model_id') : null;
}
