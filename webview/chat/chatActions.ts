import type { ApprovalAnswer, ChatErrorAction, ChatHostApi, HintKind } from '../../src/protocol/chat';
import { itemsPerStep, type ChatStore } from './chatStore';

/** What the components may ask of the host. Every failure ends as a notice; none of these rejects. */
export interface ChatActions {
  /** False when the host did not take the text. */
  readonly send: (text: string) => Promise<boolean>;
  readonly stop: () => void;
  readonly showEarlier: () => Promise<void>;
  /** @param reason why it is denied, for the model; may be empty */
  readonly answerApproval: (id: string, answer: ApprovalAnswer, reason: string) => void;
  readonly showProposal: (id: string) => void;
  readonly compact: () => void;
  readonly summarize: () => void;
  readonly skipSummary: () => void;
  readonly undo: (decisionId: string) => void;
  readonly remember: (note: string) => void;
  readonly editMemory: () => void;
  readonly newSession: () => void;
  readonly continueSession: () => void;
  /** False when the host did not take the text. */
  readonly editAndResend: (index: number, text: string) => Promise<boolean>;
  readonly dismissHint: (hint: HintKind) => void;
  readonly showDecision: (decisionId: string) => void;
  readonly exportSession: () => void;
  readonly sendQueued: () => void;
  readonly unqueue: (id: string) => void;
  /** Empty where the host has no answer. */
  readonly findFiles: (query: string) => Promise<readonly string[]>;
  readonly openSession: (id: string) => void;
  readonly selectModel: (id: string) => void;
  readonly setPinned: (index: number, pinned: boolean) => void;
  readonly openInspector: (index: number | null) => void;
  readonly runAction: (command: ChatErrorAction['command']) => void;
}

export function createChatActions(api: ChatHostApi, store: ChatStore): ChatActions {
  const attempt = async (call: Promise<void>): Promise<boolean> => {
    try {
      await call;
      return true;
    } catch (error) {
      store.tellFailure(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  const start = (call: Promise<void>): void => {
    void attempt(call);
  };
  return {
    send: (text) => {
      store.sentCount.value += 1;
      return attempt(api.send({ text }));
    },
    stop: () => {
      start(api.stop());
    },
    showEarlier: async () => {
      const hidden = store.order.value.length - store.shownCount.value;
      if (hidden > 0) {
        store.shownCount.value += itemsPerStep;
        return;
      }
      const beforeKey = store.order.value[0];
      if (beforeKey === undefined) return;
      await attempt(
        api.earlier({ beforeKey, count: itemsPerStep }).then((items) => {
          store.prepend(items);
        }),
      );
    },
    answerApproval: (id, answer, reason) => {
      start(api.answerApproval({ id, answer, reason }));
    },
    showProposal: (id) => {
      start(api.showProposal({ id }));
    },
    compact: () => {
      start(api.compact());
    },
    summarize: () => {
      start(api.summarize());
    },
    skipSummary: () => {
      start(api.skipSummary());
    },
    undo: (decisionId) => {
      start(api.undo({ decisionId }));
    },
    remember: (note) => {
      start(api.remember({ note }));
    },
    editMemory: () => {
      start(api.editMemory());
    },
    openSession: (id) => {
      start(api.openSession({ id }));
    },
    editAndResend: (index, text) => {
      store.sentCount.value += 1;
      return attempt(api.editAndResend({ index, text }));
    },
    dismissHint: (hint) => {
      start(api.dismissHint({ hint }));
    },
    showDecision: (decisionId) => {
      start(api.showDecision({ decisionId }));
    },
    continueSession: () => {
      start(api.continueSession());
    },
    exportSession: () => {
      start(api.exportSession());
    },
    sendQueued: () => {
      store.sentCount.value += 1;
      start(api.sendQueued());
    },
    unqueue: (id) => {
      start(api.unqueue({ id }));
    },
    findFiles: async (query) => {
      try {
        return await api.findFiles({ query });
      } catch {
        // What is typed is worth more than a word about what could not be offered.
        return [];
      }
    },
    newSession: () => {
      start(api.newSession());
    },
    selectModel: (id) => {
      start(api.selectModel({ id }));
    },
    setPinned: (index, pinned) => {
      start(api.setPinned({ index, pinned }));
    },
    openInspector: (index) => {
      start(api.openInspector({ index }));
    },
    runAction: (command) => {
      start(command === 'retry' ? api.retry() : command === 'compact' ? api.compact() : api.runAction({ command }));
    },
  };
}
