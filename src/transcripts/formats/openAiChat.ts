import { callBoundariesOf } from '../callBoundaries';
import { mainModel } from '../mainModel';
import { reportFindings } from '../messageFindings';
import { titleFromAssistant, titleFromUser } from '../sessionTitle';
import { TranscriptError, type Transcript } from '../transcript';
import type { ReadContext, TranscriptFormat } from '../transcriptFormat';
import type { TranscriptSource } from '../transcriptSource';
import { chooseConversation, readConversations, someSampleMessage } from './conversations';
import { readChatMessages } from './openAiChat/chatMessages';

/** Messages of OpenAI's chat completions, as a list, a request, lines of either, or runs that hold such lists. */
export const openAiChat: TranscriptFormat = { id: 'openai-chat', label: 'OpenAI chat messages', detect, read };

function detect(sample: readonly unknown[]): number {
  return someSampleMessage(sample, () => true) ? 0.9 : 0;
}

async function read(source: TranscriptSource, context: ReadContext): Promise<Transcript> {
  const chosen = chooseConversation(await readConversations(source, context), context);
  const messages = chosen === null ? [] : readChatMessages(chosen.items, context.problems);
  if (messages.length === 0) throw new TranscriptError('empty', `${source.name} holds no messages.`);
  reportFindings(messages, context.problems);
  const model = chosen?.model ?? mainModel(messages);
  return {
    format: openAiChat.id,
    title: titleFromUser(messages) ?? titleFromAssistant(messages) ?? source.name,
    messages,
    callBoundaries: callBoundariesOf(messages),
    problems: context.problems.all(),
    ...(model === undefined ? {} : { model }),
  };
}
