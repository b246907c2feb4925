import type { ApprovalReply, ApprovalRequest, AskApproval, ShowProposal } from './approvals';
import type { FileProposal } from './tools/tool';
import { ToolError } from './tools/tool';

interface Waiting {
  readonly request: ApprovalRequest;
  readonly proposal: ShowProposal;
  readonly settle: (reply: ApprovalReply) => void;
}

/** Holds the one question that waits for an answer. */
export class ApprovalDesk {
  #waiting: Waiting | null = null;

  /** @param onChange Called when a question comes up or is settled. */
  constructor(private readonly onChange: () => void) {}

  get request(): ApprovalRequest | null {
    return this.#waiting?.request ?? null;
  }

  readonly ask: AskApproval = async (request, signal, proposal) => {
    if (signal.aborted) throw new ToolError('cancelled', 'The call was stopped.');
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<ApprovalReply>((resolve, reject) => {
        onAbort = (): void => {
          reject(new ToolError('cancelled', 'The call was stopped.'));
        };
        signal.addEventListener('abort', onAbort, { once: true });
        this.#waiting = { request, proposal, settle: resolve };
        this.onChange();
      });
    } finally {
      if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
      this.#waiting = null;
      this.onChange();
    }
  };

  /** An answer to a question that no longer waits changes nothing. */
  answer(id: string, reply: ApprovalReply): void {
    if (this.#waiting?.request.id === id) this.#waiting.settle(reply);
  }

  /** What the call in question would make of its file; null where it changes none, or the question is settled. */
  async proposal(id: string): Promise<FileProposal | null> {
    return this.#waiting?.request.id === id ? this.#waiting.proposal() : null;
  }
}
