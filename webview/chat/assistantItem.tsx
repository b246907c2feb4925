import type { VNode } from 'preact';
import type { ChatItem } from '../../src/protocol/chat';
import { Markdown } from '../ui/markdown';
import type { ChatActions } from './chatActions';
import { ToolCall } from './toolCall';

interface AssistantItemProps {
  readonly item: Extract<ChatItem, { kind: 'assistant' }>;
  readonly actions: ChatActions;
}

export function AssistantItem({ item, actions }: AssistantItemProps): VNode {
  const { text, thinking, toolCalls, streaming } = item;
  return (
    <article class="assistant" aria-label="Agent" aria-busy={streaming}>
      {thinking === '' ? null : (
        <details class="thinking">
          <summary class="soft">{streaming && text === '' ? 'Thinking…' : 'Thought'}</summary>
          <div class="thinking-text soft">{thinking}</div>
        </details>
      )}
      {text === '' ? null : (
        <div class={streaming ? 'assistant-streaming' : ''}>
          <Markdown text={text} />
        </div>
      )}
      {toolCalls.length === 0 ? null : (
        <ul class="tool-calls" aria-label="Tool calls">
          {toolCalls.map((call) => (
            <li key={call.id}>
              <ToolCall call={call} actions={actions} />
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
