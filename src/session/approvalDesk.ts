import type { ApprovalAnswer, ApprovalRequest, AskApproval } from './approvals';
import { ToolError } from './tools/tool';

/** Holds the one question that waits for an answer. */
export class ApprovalDesk {
  #waiting: { readonly request: ApprovalRequest; readonly settle: (answer: ApprovalAnswer) => void } | null = null;

  /** @param onChange Called when a question comes up or is settled. */
  constructor(private readonly onChange: () => void) {}

  get request(): ApprovalRequest | null {
    return this.#waiting?.request ?? null;
  }

  readonly ask: AskApproval = async (request, signal) => {
    if (signal.aborted) throw new ToolError('cancelled', 'The call was stopped.');
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<ApprovalAnswer>((resolve, reject) => {
        onAbort = (): void => {
          reject(new ToolError('cancelled', 'The call was stopped.'));
        };
        signal.addEventListener('abort', onAbort, { once: true });
        this.#waiting = { request, settle: resolve };
        this.onChange();
      });
    } finally {
      if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
      this.#waiting = null;
      this.onChange();
    }
  };

  /** An answer to a question that no longer waits changes nothing. */
  answer(id: string, answer: ApprovalAnswer): void {
    if (this.#waiting?.request.id === id) this.#waiting.settle(answer);
  }
}
