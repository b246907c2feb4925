import type { VNode } from 'preact';
import type { ChatTodo } from '../../src/protocol/chat';
import type { IconName } from '../ui/glyphs';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { visibleText } from '../ui/visibleControls';

const statusIcon: Readonly<Record<ChatTodo['status'], IconName>> = {
  pending: 'circle-large',
  inProgress: 'arrow-right',
  done: 'check',
};

const statusWord: Readonly<Record<ChatTodo['status'], string>> = {
  pending: t('to do'),
  inProgress: t('in progress'),
  done: t('done'),
};

/** The list of todos as a call set it. */
export function TodoList({ todos }: { readonly todos: readonly ChatTodo[] }): VNode {
  if (todos.length === 0) return <p class="soft">{t('Nothing to do.')}</p>;
  return (
    <ol class="todo-list">
      {todos.map(({ text, status }, position) => (
        <li key={position} class={`todo todo-${status}`}>
          <Icon name={statusIcon[status]} class="todo-status" />
          <span class="visually-hidden">{statusWord[status]}: </span>
          <span class="todo-text">{visibleText(text)}</span>
        </li>
      ))}
    </ol>
  );
}
