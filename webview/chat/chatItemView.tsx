import type { ReadonlySignal, Signal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ChatItem } from '../../src/protocol/chat';
import { AssistantItem } from './assistantItem';
import type { ChatActions } from './chatActions';
import { DecisionItem } from './decisionItem';
import { ErrorItem } from './errorItem';
import { HintItem } from './hintItem';
import { NoteItem } from './noteItem';
import { UserItem } from './userItem';
import '../ui/fate.css';
import './chatItem.css';

interface ChatItemViewProps {
  readonly item: Signal<ChatItem>;
  /** Whether the agent is at work. */
  readonly busy: ReadonlySignal<boolean>;
  readonly actions: ChatActions;
}

/** Reads the signal here, so that a change renders this item only. */
export function ChatItemView({ item: source, busy, actions }: ChatItemViewProps): VNode {
  const item = source.value;
  switch (item.kind) {
    case 'user':
      return <UserItem item={item} actions={actions} />;
    case 'assistant':
      return <AssistantItem item={item} busy={busy} actions={actions} />;
    case 'decision':
      return <DecisionItem item={item} actions={actions} />;
    case 'note':
      return <NoteItem item={item} actions={actions} />;
    case 'hint':
      return <HintItem item={item} actions={actions} />;
    case 'error':
      return <ErrorItem item={item} actions={actions} />;
  }
}
