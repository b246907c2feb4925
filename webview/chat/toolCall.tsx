import type { ReadonlySignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ChatToolCall } from '../../src/protocol/chat';
import type { IconName } from '../ui/glyphs';
import { Icon } from '../ui/icon';
import { t, tn } from '../ui/text';
import { visibleControls, visibleText } from '../ui/visibleControls';
import type { ChatActions } from './chatActions';
import { PinButton } from './itemActions';
import { RunningOutput } from './runningOutput';
import { TodoList } from './todoList';
import './toolCall.css';

/** As it is shown: a call that has no end though nobody is at work was cut off, together with its window. */
type ShownStatus = ChatToolCall['status'] | 'interrupted';

const statusIcon: Readonly<Record<ShownStatus, IconName>> = {
  running: 'loading',
  waiting: 'shield',
  done: 'check',
  failed: 'error',
  denied: 'circle-slash',
  cancelled: 'debug-stop',
  interrupted: 'debug-stop',
};

const statusWord: Readonly<Record<ShownStatus, string>> = {
  running: t('running'),
  waiting: t('waiting for you'),
  done: t('done'),
  failed: t('failed'),
  denied: t('denied'),
  cancelled: t('cancelled'),
  interrupted: t('interrupted'),
};

interface ToolCallProps {
  readonly call: ChatToolCall;
  /** Whether the agent is at work. */
  readonly busy: ReadonlySignal<boolean>;
  readonly actions: ChatActions;
}

/** One call: a line, and behind it what was asked and what came back. */
export function ToolCall({ call, busy, actions }: ToolCallProps): VNode {
  const [open, setOpen] = useState(false);
  const { index, images, pinned } = call;
  const status: ShownStatus = call.status === 'running' && !busy.value ? 'interrupted' : call.status;
  const [name, summary] = [visibleControls(call.name), visibleControls(call.summary)];
  return (
    <>
      <details
        class={`tool-call tool-call-${status}`}
        open={open}
        onToggle={(event) => {
          setOpen(event.currentTarget.open);
        }}
      >
        <summary class="tool-call-line" title={`${name} ${summary}`}>
          <Icon name="chevron-right" class="tool-call-chevron" />
          <Icon name={statusIcon[status]} spinning={status === 'running'} class="tool-call-status" />
          <span class="tool-call-name">{name}</span>
          <code class="tool-call-summary">{summary}</code>
          {pinned ? (
            <span class="tool-call-mark">
              <Icon name="pinned" />
              <span class="visually-hidden">{t('pinned')}</span>
            </span>
          ) : null}
          {status === 'done' ? (
            <span class="visually-hidden">{statusWord[status]}</span>
          ) : (
            <span class="tool-call-word">{statusWord[status]}</span>
          )}
        </summary>
        {open ? call.todos === null ? <ToolCallBody call={call} /> : <TodoList todos={call.todos} /> : null}
        {open && index !== null ? (
          <div class="tool-call-actions">
            <button
              type="button"
              class="plain-button link-button"
              onClick={() => {
                actions.openInspector(index);
              }}
            >
              {t('Show in inspector')}
            </button>
            <PinButton
              pinned={pinned}
              what="result"
              onPin={(next) => {
                actions.setPinned(index, next);
              }}
            />
          </div>
        ) : null}
      </details>
      {images === 0 || index === null ? null : (
        <button
          type="button"
          class="plain-button link-button tool-call-images"
          title={t('Show in inspector')}
          onClick={() => {
            actions.openInspector(index);
          }}
        >
          <Icon name="file-media" /> {tn('{0} image', '{0} images', images)}
        </button>
      )}
      {status === 'running' ? <RunningOutput text={call.output} /> : null}
    </>
  );
}

function ToolCallBody({ call }: { readonly call: ChatToolCall }): VNode {
  const { result, resultLength } = call;
  const rest = result === null ? 0 : resultLength - result.length;
  return (
    <>
      <h3 class="tool-call-heading soft">{t('Arguments')}</h3>
      <pre class="text-block tool-call-text" tabIndex={0}>
        {visibleControls(call.arguments)}
      </pre>
      {result === null ? null : (
        <>
          <h3 class="tool-call-heading soft">{t('Result')}</h3>
          <pre class="text-block tool-call-text" tabIndex={0}>
            {visibleText(result)}
          </pre>
          {rest > 0 ? <p class="soft">{tn('… and {0} more character', '… and {0} more characters', rest)}</p> : null}
        </>
      )}
    </>
  );
}
