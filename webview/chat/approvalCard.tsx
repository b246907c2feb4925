import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatApproval } from '../../src/protocol/chat';
import { Icon } from '../ui/icon';
import { Button } from '../ui/toolkit';
import { visibleControls } from '../ui/visibleControls';
import type { ChatActions } from './chatActions';
import './approvalCard.css';

interface ApprovalCardProps {
  readonly approval: ChatApproval;
  readonly actions: ChatActions;
}

/** Asks before a tool writes or runs, with all it will do in sight. */
export function ApprovalCard({ approval, actions }: ApprovalCardProps): VNode {
  const { id, toolName, summary, detail } = approval;
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The card takes the focus, not one of its buttons: a person who is typing must not allow anything by it.
    card.current?.focus();
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [id]);
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
            actions.answerApproval(id, 'once');
          }}
        >
          Allow once
        </Button>
        <Button
          onClick={() => {
            actions.answerApproval(id, 'session');
          }}
        >
          Allow for this session
        </Button>
        <Button
          onClick={() => {
            actions.answerApproval(id, 'deny');
          }}
        >
          Deny
        </Button>
      </div>
    </div>
  );
}
