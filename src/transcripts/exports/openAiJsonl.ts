import type { Message, Part } from '../../engine/message';
import { toOpenAiMessages, type OpenAiChatMessage, type OpenAiContentPart } from '../../engine/openAiMessages';
import { messageGroups } from './messageGroups';
import type { ExportItem } from './exportItem';

/** Content that OpenAI knows and the engine has no need of: it sends what the model of a session may see. */
type FileContentPart =
  | { readonly type: 'file'; readonly file: { readonly filename: string; readonly file_data: string } }
  | { readonly type: 'input_audio'; readonly input_audio: { readonly data: string; readonly format: string } };

type ExportedMessage =
  OpenAiChatMessage | { readonly role: 'user'; readonly content: readonly (OpenAiContentPart | FileContentPart)[] };

/**
 * OpenAI chat messages, one a line; history and context together are one line each, as two requests. Read back, it is the
 * session it was made from but for what the form has no place for:
 *
 * - ids, times, models, usage, pins, errors of tools, and where a message stood in its file, are left out;
 * - several texts of one reply become one, with line feeds between, and calls stand behind them; thinking goes along as
 *   `reasoning_content`, without signatures;
 * - blocks of other providers stand as the text of their JSON;
 * - images of a tool result follow in a message of the user; media a message cannot carry are named;
 * - arguments that are no JSON object are wrapped in one, half surrogate pairs become U+FFFD, and an empty message of the
 *   user says that it is.
 */
export function* openAiJsonl(items: Iterable<ExportItem>): Generator<string> {
  for (const { isOnly, scope, groups } of messageGroups(items)) {
    if (!isOnly) yield `{"scope":"${scope}","messages":[`;
    let isFirst = true;
    for (const group of groups) {
      for (const message of exportedMessages(group)) {
        if (isOnly) yield `${JSON.stringify(message)}\n`;
        else yield `${isFirst ? '' : ','}${JSON.stringify(message)}`;
        isFirst = false;
      }
    }
    if (!isOnly) yield ']}\n';
  }
}

/** Reasoning goes along, as the file is for people and tools, not for a request. */
function exportedMessages(group: readonly Message[]): readonly ExportedMessage[] {
  const [message] = group;
  if (message?.role === 'user' && message.parts.some((part) => filePart(part) !== null)) {
    const content = message.parts.flatMap((part): readonly (OpenAiContentPart | FileContentPart)[] => {
      const file = filePart(part);
      return file === null ? contentOf(message, part) : [file];
    });
    return [{ role: 'user', content }];
  }
  return toOpenAiMessages(group, { includesReasoning: true });
}

function filePart(part: Part): FileContentPart | null {
  if (part.type !== 'media' || part.data === '' || part.kind === 'image') return null;
  if (part.kind === 'document') {
    const file_data = `data:${part.mediaType};base64,${part.data}`;
    return { type: 'file', file: { filename: part.name ?? 'document', file_data } };
  }
  return { type: 'input_audio', input_audio: { data: part.data, format: part.mediaType.replace(/^audio\//, '') } };
}

/** What the engine makes of one part by itself; nothing of one without any text. */
function contentOf(message: Message, part: Part): readonly OpenAiContentPart[] {
  if (part.type === 'text' && part.text === '') return [];
  const [written] = toOpenAiMessages([{ ...message, parts: [part] }], { includesReasoning: true });
  if (written?.role !== 'user') return [];
  return typeof written.content === 'string' ? [{ type: 'text', text: written.content }] : written.content;
}
