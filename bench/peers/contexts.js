import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import { createSummarizationMiddleware } from 'deepagents';
import { countTokensApproximately } from 'langchain';

/** A history as LangChain keeps it. */
export function toLangChain(messages) {
  return messages.map((message) => {
    const content = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
    switch (message.role) {
      case 'system':
        return new SystemMessage(content);
      case 'user':
        return new HumanMessage(content);
      case 'assistant':
        return new AIMessage({ content, tool_calls: message.parts.flatMap(toolCallOf) });
      case 'tool':
        return new ToolMessage({ content, tool_call_id: message.toolCallId, name: message.toolName });
      default:
        throw new Error(`No message of LangChain has the role ${message.role}.`);
    }
  });
}

function toolCallOf(part) {
  return part.type === 'toolCall' ? [{ id: part.id, name: part.name, args: JSON.parse(part.arguments) }] : [];
}

/** LangChain's count of a history, by its characters. */
export const countApproximately = (history) => countTokensApproximately(history);

/**
 * One model call through deepagents' summarization: above `triggerTokens` it writes the history to a file and asks for a
 * summary. File and model are in memory and answer at once. Gives the number of messages that go to the model.
 */
export async function callWithDeepAgents(history, triggerTokens) {
  const model = { invoke: () => Promise.resolve({ text: 'What was done so far.' }) };
  const files = new Map();
  const backend = {
    write: (path, content) => {
      files.set(path, content);
      return Promise.resolve({ path });
    },
    downloadFiles: (paths) => Promise.resolve(paths.map(() => ({ error: 'file_not_found' }))),
  };
  const trigger = { type: 'tokens', value: triggerTokens };
  const middleware = createSummarizationMiddleware({ model, backend, trigger });
  let sent = 0;
  await middleware.wrapModelCall({ messages: history, state: {}, tools: [], model }, ({ messages }) => {
    sent = messages.length;
    return Promise.resolve(new AIMessage('Done.'));
  });
  return sent;
}
