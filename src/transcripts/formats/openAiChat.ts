import { ProblemList } from '../problemList';
import type { ReadContext, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { ConversationList, someSampleMessage } from './conversations';
import { readChatMessages } from './openAiChat/chatMessages';
import { recordedRequests } from './requests/recordedRequests';

/** Messages of OpenAI's chat completions, as a list, a request, lines of either, or runs that hold such lists. */
export const openAiChat: TranscriptFormat = { id: 'openai-chat', label: 'OpenAI chat messages', detect, open };

function detect(sample: readonly unknown[]): number {
  return someSampleMessage(sample, () => true) ? 0.9 : 0;
}

function open(context: ReadContext): RecordReader {
  const list = new ConversationList(context);
  return {
    add(record, position) {
      list.add(record, position);
    },
    finish(problems) {
      const choice = list.choose(problems);
      if (choice === null) return { messages: [] };
      const { conversation, ...several } = choice;
      const read = readChatMessages(conversation.items, problems);
      const recorded = recordedRequests(
        conversation.compactions,
        read,
        (value) => readChatMessages([{ value, source: undefined }], new ProblemList()).messages,
      );
      return { messages: read.messages, model: conversation.model, ...recorded, ...several };
    },
  };
}
