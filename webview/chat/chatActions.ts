import type { ApprovalAnswer, ChatErrorAction, ChatHostApi } from '../../src/protocol/chat';
import { itemsPerStep, type ChatStore } from './chatStore';

/** What the components may ask of the host. Every failure ends as a notice; none of these rejects. */
export interface ChatActions {
  /** False when the host did not take the text. */
  readonly send: (text: string) => Promise<boolean>;
  readonly stop: () => void;
  readonly showEarlier: () => Promise<void>;
  readonly answerApproval: (id: string, answer: ApprovalAnswer) => void;
  readonly compact: () => void;
  readonly summarize: () => void;
  readonly skipSummary: () => void;
  readonly undo: (decisionId: string) => void;
  readonly newSession: () => void;
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
      store.notice.value = error instanceof Error ? error.message : String(error);
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
    answerApproval: (id, answer) => {
      start(api.answerApproval({ id, answer }));
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
