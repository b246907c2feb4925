import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ApprovalAnswer, ChatApproval } from '../../src/protocol/chat';
import { Icon } from '../ui/icon';
import { rich } from '../ui/rich';
import { t } from '../ui/text';
import { Button } from '../ui/toolkit';
import { visibleControls } from '../ui/visibleControls';
import type { ChatActions } from './chatActions';
import './approvalCard.css';

/** As the key is called on this machine. */
const MODIFIER = navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl';

interface ApprovalCardProps {
  readonly approval: ChatApproval;
  readonly actions: ChatActions;
  readonly onAnswered: () => void;
}

/** Asks before a tool writes, runs or fetches, with all it will do in sight. */
export function ApprovalCard({ approval, actions, onAnswered }: ApprovalCardProps): VNode {
  const { id, toolName, summary, detail, alwaysRule, changesFile, target, runsByItself } = approval;
  const card = useRef<HTMLDivElement>(null);
  const [reason, setReason] = useState('');
  useLayoutEffect(() => {
    // The card takes the focus, not one of its buttons: a person who is typing must not allow anything by it.
    card.current?.focus();
    setReason('');
  }, [id]);
  const reply = (answer: ApprovalAnswer): void => {
    actions.answerApproval(id, answer, answer === 'deny' ? reason : '');
    // The button that has the focus goes with the card.
    onAnswered();
  };
  /** With a modifier, for the same reason; to deny is always safe. */
  const onKeyDown = (event: KeyboardEvent): void => {
    // A key that is held down answered another question.
    if (event.isComposing || event.repeat) return;
    const answer = answerOfKey(event);
    if (answer === null) return;
    event.preventDefault();
    event.stopPropagation();
    reply(answer);
  };
  return (
    <div
      class="approval"
      role="alertdialog"
      aria-labelledby="approval-title"
      aria-describedby="approval-detail approval-keys"
      tabIndex={-1}
      ref={card}
      onKeyDown={onKeyDown}
    >
      <h2 class="approval-title" id="approval-title">
        <Icon name="shield" />
        <span>{t('Allow {0}?', toolName)}</span>
      </h2>
      {summary.trim() === detail.trim() ? null : <p class="approval-summary">{visibleControls(summary)}</p>}
      <pre class="text-block approval-detail" id="approval-detail" tabIndex={0}>
        {visibleControls(detail)}
      </pre>
      {target === null ? null : (
        <p class="approval-warning">
          {rich('A link: the file that is written is {0}.', <code>{visibleControls(target)}</code>)}
        </p>
      )}
      {runsByItself ? <p class="approval-warning">{t('Other programs run this file by themselves.')}</p> : null}
      {changesFile ? (
        <button
          type="button"
          class="plain-button link-button approval-change"
          onClick={() => {
            actions.showProposal(id);
          }}
        >
          {t('Show the change in a diff editor')}
        </button>
      ) : null}
      <div class="approval-buttons">
        <Button
          appearance="primary"
          onClick={() => {
            reply('once');
          }}
        >
          {t('Allow once')}
        </Button>
        <Button
          onClick={() => {
            reply('session');
          }}
        >
          {sessionLabel(approval)}
        </Button>
        {alwaysRule === null ? null : (
          <Button
            onClick={() => {
              reply('always');
            }}
          >
            {alwaysRule === `${toolName}(${detail.trim()})`
              ? t('Always allow this command here')
              : rich('Always allow {0}', <code class="approval-rule">{visibleControls(alwaysRule)}</code>)}
          </Button>
        )}
        <Button
          onClick={() => {
            reply('deny');
          }}
        >
          {t('Deny')}
        </Button>
      </div>
      <input
        class="approval-reason"
        type="text"
        value={reason}
        placeholder={t('Why not? Enter denies with this reason')}
        aria-label={t('Reason for denying')}
        onInput={(event) => {
          setReason(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return;
          // Who has written why not does not mean yes, whatever else is held down.
          if ((event.ctrlKey || event.metaKey) && reason.trim() === '') return;
          event.preventDefault();
          event.stopPropagation();
          reply('deny');
        }}
      />
      <p class="soft approval-keys" id="approval-keys">
        {t('{0}+Enter: once · {0}+Shift+Enter: session · Esc: no', MODIFIER)}
      </p>
    </div>
  );
}

function answerOfKey({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): ApprovalAnswer | null {
  if (key === 'Escape') return 'deny';
  if (key !== 'Enter' || !(ctrlKey || metaKey)) return null;
  return shiftKey ? 'session' : 'once';
}

function sessionLabel({ sessionScope, toolName }: ChatApproval): string {
  switch (sessionScope) {
    case 'command':
      return t('Allow this command in this session');
    case 'host':
      return t('Allow this host in this session');
    case 'tool':
      return t('Allow all {0} in this session', toolName);
  }
}
