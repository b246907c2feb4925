import { isList, isRecord, stringAt, type JsonRecord } from '../../wire/jsonValue';
import type { ReadContext, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { LegacyTask } from './cline/legacyTask';
import { SdkSession } from './cline/sdkSession';
import { chatSession } from './clineTask/chatSession';
import { readUiConversation, type UiConversation } from './clineTask/uiConversation';
import { isUiMessages } from './clineTask/uiMessages';

/**
 * Sessions of Cline: `<id>.messages.json`, and the tasks of older versions, `api_conversation_history.json`, or
 * `ui_messages.json` by itself.
 */
export const cline: TranscriptFormat = { id: 'cline', label: 'Cline', detect, open };

function detect(sample: readonly unknown[]): number {
  const document: unknown = sample[0];
  if (sample.length !== 1) return 0;
  if (isList(document)) {
    const isOwn = isUiMessages(document) || document.some(isSdkMessage) || document.some(isTaskMessage);
    return isOwn ? 0.96 : 0;
  }
  return isRecord(document) && isSdkDocument(document) ? 0.97 : 0;
}

const AGENTS = new Set(['lead', 'subagent', 'teammate']);

function isSdkDocument(document: JsonRecord): boolean {
  const { messages } = document;
  if (!isList(messages)) return false;
  const isSession = AGENTS.has(stringAt(document, 'agent') ?? '') && typeof document['sessionId'] === 'string';
  const isContext = typeof document['source_message_count'] === 'number' && document['version'] === 1;
  return isSession || isContext || messages.some(isSdkMessage);
}

/** What the SDK notes at a message, and nobody else. */
function isSdkMessage(value: unknown): boolean {
  if (!isRecord(value) || typeof value['role'] !== 'string') return false;
  const { modelInfo, metrics } = value;
  const hasModel = isRecord(modelInfo) && typeof modelInfo['id'] === 'string' && 'provider' in modelInfo;
  return hasModel || (isRecord(metrics) && typeof metrics['inputTokens'] === 'number');
}

/** What the prompts of older versions have in them: the mode by its name, results of tools written as text. */
function isTaskMessage(value: unknown): boolean {
  if (!isRecord(value) || (value['role'] !== 'user' && value['role'] !== 'assistant')) return false;
  const { modelInfo, content } = value;
  if (isRecord(modelInfo) && typeof modelInfo['modelId'] === 'string') return true;
  if (value['role'] !== 'user' || !isList(content)) return false;
  return content.some((block) => isRecord(block) && isTaskText(stringAt(block, 'text') ?? ''));
}

function isTaskText(text: string): boolean {
  return (
    (text.startsWith('<environment_details>') && text.includes('\n# VSCode ')) ||
    /^\[[a-z_]+ for '[^\n]*'\] Result:/.test(text.slice(0, 500))
  );
}

function open(context: ReadContext): RecordReader {
  const task = new LegacyTask(context);
  const session = new SdkSession(context);
  let chat: UiConversation | null = null;
  let kind: 'session' | 'task' | null = null;
  return {
    add(record, position) {
      const source = { line: position.line, byteOffset: position.byteOffset };
      if (kind !== null) {
        context.problems.report('info', source, 'The file holds a second record; it was left out.');
      } else if (isList(record) && !record.some(isSdkMessage)) {
        kind = 'task';
        if (isUiMessages(record)) chat = readUiConversation(record, source);
        else task.add(record, source);
      } else {
        kind = 'session';
        session.add(isRecord(record) ? record : { messages: record }, source);
      }
    },
    finish: (problems) => {
      if (chat !== null) return chatSession(chat, problems);
      return kind === 'task' ? task.finish(problems) : session.finish(problems);
    },
  };
}
