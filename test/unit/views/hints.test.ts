import { describe, expect, it, vi } from 'vitest';
import type { JournalEntry } from '../../../src/engine/journal';
import { JournalFold } from '../../../src/engine/journalFold';
import type { ChatHint, ChatItem, HintKind } from '../../../src/protocol/chat';
import { Hints } from '../../../src/views/hints';
import { testCounter } from '../session/support/localPlanner';
import { header, said } from '../session/support/journalEntries';
import { sampleDecision } from '../../support/sampleDecision';

vi.mock('vscode', () => ({
  l10n: {
    t: (text: string, ...words: readonly unknown[]) =>
      text.replace(/\{(\d)\}/g, (_, at: string) => String(words[Number(at)])),
  },
}));

type Services = ConstructorParameters<typeof Hints>;

class FakeSession {
  readonly fold = new JournalFold(testCounter());
  readonly shown: ChatHint[] = [];
  readonly removed: HintKind[] = [];

  constructor(readonly id: string) {
    this.fold.fold(header);
  }

  showHint(hint: ChatHint): void {
    this.shown.push(hint);
  }

  removeHint(kind: HintKind): void {
    this.removed.push(kind);
  }
}

/** A chat, and the memory it has over sessions. */
class FakeChat {
  readonly hints: Hints;
  private tell: (update: { name: 'item'; value: ChatItem }) => void = () => undefined;

  constructor(
    public session: FakeSession,
    memory: Map<string, unknown>,
  ) {
    const liveSessions = {
      active: () => Promise.resolve(this.session),
      onDidUpdate: (listener: typeof this.tell) => {
        this.tell = listener;
        return { dispose: () => undefined };
      },
    };
    const memento = {
      get: (key: string) => memory.get(key),
      update: (key: string, value: unknown) => Promise.resolve(memory.set(key, value)).then(() => undefined),
    };
    this.hints = new Hints(liveSessions as unknown as Services[0], memento);
  }

  async say(text: string): Promise<void> {
    this.take(said(text));
    const index = this.session.fold.ledger.length - 1;
    await this.show({ kind: 'user', key: `message-${String(index)}`, index, text, attachments: [], pinned: false });
  }

  take(entry: JournalEntry): void {
    this.session.fold.fold(entry);
  }

  async show(item: ChatItem): Promise<void> {
    this.tell({ name: 'item', value: item });
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

const kindsOf = ({ shown }: FakeSession): HintKind[] => shown.map(({ hint }) => hint);

describe('Hints', () => {
  it('offers pin and memory once a session where the agent is told that it forgot', async () => {
    const memory = new Map<string, unknown>();
    const chat = new FakeChat(new FakeSession('a'), memory);
    await chat.say('Use tabs');
    expect(kindsOf(chat.session)).toEqual([]);
    await chat.say('As I said, use tabs');
    await chat.say('I told you: tabs');
    expect(kindsOf(chat.session)).toEqual(['forgotten']);
    expect(chat.session.shown[0]?.actions).toEqual([
      { label: 'Pin the message', command: 'pin', index: 1 },
      { label: 'Remember it', command: 'remember', note: 'As I said, use tabs' },
    ]);
    const resumed = new FakeChat(new FakeSession('a'), memory);
    await resumed.say('I told you: tabs');
    expect(kindsOf(resumed.session)).toEqual([]);
    const other = new FakeChat(new FakeSession('b'), memory);
    await other.say('I told you: tabs');
    expect(kindsOf(other.session)).toEqual(['forgotten']);
  });

  it('never offers a kind again that was dismissed', async () => {
    const memory = new Map<string, unknown>();
    const chat = new FakeChat(new FakeSession('a'), memory);
    await chat.say('As I said, use tabs');
    await chat.hints.dismiss('forgotten');
    expect(chat.session.removed).toEqual(['forgotten']);
    const other = new FakeChat(new FakeSession('b'), memory);
    await other.say('As I said, use tabs');
    expect(kindsOf(other.session)).toEqual([]);
  });

  it('says nothing again of a message that only changes, such as by a pin', async () => {
    const chat = new FakeChat(new FakeSession('a'), new Map());
    await chat.say('Use tabs');
    chat.take(said('As I said', 'assistant'));
    await chat.show({ kind: 'user', key: 'message-0', index: 0, text: 'As I said', attachments: [], pinned: true });
    expect(kindsOf(chat.session)).toEqual([]);
  });

  it('names what left the context and is asked about, and offers to have it looked up', async () => {
    const chat = new FakeChat(new FakeSession('a'), new Map());
    chat.take(said('Look at src/early.ts'));
    chat.take(said('It has retryLimit in it', 'assistant'));
    const removal = { indexes: [1], summary: null, pointer: null };
    chat.take({
      type: 'decision',
      decision: { ...sampleDecision, strategy: 'prune', layer: 2, edits: [], removal },
    });
    await chat.say('What was retryLimit?');
    expect(chat.session.shown).toMatchObject([{ hint: 'archived', actions: [{ command: 'send' }] }]);
    expect(chat.session.shown[0]?.text).toContain('retryLimit');
  });

  it('offers a new session at the third summary, and not before', async () => {
    const chat = new FakeChat(new FakeSession('a'), new Map());
    const facts = { found: 0, inSummary: 0, listed: 0, reachable: 0 };
    const report = { level: 'full', faults: [], model: 'm', chunks: 1, oversized: 0, facts, usage: null } as const;
    for (let count = 1; count <= 3; count += 1) {
      chat.take(said(`question ${String(count)}`));
      const id = `d${String(count)}`;
      const removal = { indexes: [count - 1], summary: 'so far', pointer: null };
      const summary = { ...report, oversized: [] };
      const taken = { strategy: 'summarizeFull', layer: 3, historyLength: count, edits: [], removal, summary } as const;
      chat.take({ type: 'decision', decision: { ...sampleDecision, ...taken, id } });
      await chat.show({
        kind: 'decision',
        key: id,
        decisionId: id,
        text: 'Layer 3 summarized',
        savedTokens: 9,
        undone: false,
        summary: report,
      });
      expect(kindsOf(chat.session)).toEqual(count < 3 ? [] : ['repeatedSummaries']);
    }
    expect(chat.session.shown[0]?.actions).toMatchObject([{ command: 'continueSession' }]);
  });
});
