import type { ReadonlySignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ChatItem } from '../../src/protocol/chat';
import { Markdown } from '../ui/markdown';
import { t } from '../ui/text';
import { callHint, callWords } from '../ui/usageWords';
import { visibleText } from '../ui/visibleControls';
import type { ChatActions } from './chatActions';
import { ItemActions, PinButton } from './itemActions';
import { ToolCall } from './toolCall';

interface AssistantItemProps {
  readonly item: Extract<ChatItem, { kind: 'assistant' }>;
  readonly busy: ReadonlySignal<boolean>;
  readonly actions: ChatActions;
}

export function AssistantItem({ item, busy, actions }: AssistantItemProps): VNode {
  const { text, thinking, toolCalls, streaming, index, pinned, usage } = item;
  return (
    <article
      class={`assistant ${pinned ? 'assistant-pinned' : ''}`}
      aria-label={pinned ? t('Agent, pinned') : t('Agent')}
      aria-busy={streaming}
    >
      {thinking === '' ? null : (
        <details class="thinking">
          <summary class="soft">{streaming && text === '' ? t('Thinking…') : t('Thought')}</summary>
          <div class="thinking-text soft">{visibleText(thinking)}</div>
        </details>
      )}
      {text === '' ? null : (
        <div class={streaming ? 'assistant-streaming' : ''}>
          <Markdown text={text} />
        </div>
      )}
      {toolCalls.length === 0 ? null : (
        <ul class="tool-calls" aria-label={t('Tool calls')}>
          {toolCalls.map((call) => (
            <li key={call.id}>
              <ToolCall call={call} busy={busy} actions={actions} />
            </li>
          ))}
        </ul>
      )}
      {usage === null ? null : (
        <p class="assistant-usage soft" title={callHint(usage)}>
          {callWords(usage)}
        </p>
      )}
      {index === null ? null : (
        <ItemActions shown={pinned}>
          <PinButton
            pinned={pinned}
            what="message"
            onPin={(next) => {
              actions.setPinned(index, next);
            }}
          />
        </ItemActions>
      )}
    </article>
  );
}
