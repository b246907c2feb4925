import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ApprovalAnswer, ChatApproval } from '../../src/protocol/chat';
import { Icon } from '../ui/icon';
import { Button } from '../ui/toolkit';
import { visibleControls } from '../ui/visibleControls';
import type { ChatActions } from './chatActions';
import './approvalCard.css';

interface ApprovalCardProps {
  readonly approval: ChatApproval;
  readonly actions: ChatActions;
  readonly onAnswered: () => void;
}

/** Asks before a tool writes or runs, with all it will do in sight. */
export function ApprovalCard({ approval, actions, onAnswered }: ApprovalCardProps): VNode {
  const { id, toolName, summary, detail, sessionScope } = approval;
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The card takes the focus, not one of its buttons: a person who is typing must not allow anything by it.
    card.current?.focus();
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  const reply = (answer: ApprovalAnswer): void => {
    actions.answerApproval(id, answer);
    // The button that has the focus goes with the card.
    onAnswered();
  };
  return (
    <div
      class="approval"
      role="alertdialog"
      aria-labelledby="approval-title"
      aria-describedby="approval-detail"
      tabIndex={-1}
      ref={card}
    >
      <h2 class="approval-title" id="approval-title">
        <Icon name="shield" />
        <span>Allow {toolName}?</span>
      </h2>
      <p class="approval-summary">{visibleControls(summary)}</p>
      <pre class="text-block approval-detail" id="approval-detail" tabIndex={0}>
        {visibleControls(detail)}
      </pre>
      <div class="approval-buttons">
        <Button
          appearance="primary"
          onClick={() => {
            reply('once');
          }}
        >
          Allow once
        </Button>
        <Button
          onClick={() => {
            reply('session');
          }}
        >
          {sessionScope === 'command' ? 'Allow this command in this session' : `Allow all ${toolName} in this session`}
        </Button>
        <Button
          onClick={() => {
            reply('deny');
          }}
        >
          Deny
        </Button>
      </div>
    </div>
  );
}
