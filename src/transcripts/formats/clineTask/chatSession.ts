import type { ProblemList } from '../../problemList';
import type { ReadSession } from '../../transcriptFormat';
import type { UiConversation } from './uiConversation';

/** The chat as it was shown, where it is opened by itself. */
export function chatSession({ title, messages, compactions }: UiConversation, problems: ProblemList): ReadSession {
  const words =
    'This is the chat as it was shown; what the model was sent is in api_conversation_history.json beside it.';
  problems.report('info', undefined, words);
  return { messages, title, ...(compactions.length === 0 ? {} : { recorded: { compactions } }) };
}
