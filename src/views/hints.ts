import { l10n, type Memento } from 'vscode';
import { touchedIndexes } from '../engine/decision';
import { Disposables, type Disposable } from '../platform/disposables';
import type { ChatHint, ChatHintAction, ChatItem, HintKind } from '../protocol/chat';
import { archivedName, soundsForgotten } from '../session/forgetting';
import type { LiveSession } from './liveSession';
import type { LiveSessions } from './liveSessions';

const DISMISSED_KEY = 'strata.hints.dismissed';
const SHOWN_KEY = 'strata.hints.shown';

/** Sessions and kinds that are remembered as told of. */
const MOST_SHOWN = 300;

/** Summaries of one session after which going on in a new one is worth a word. */
const MANY_SUMMARIES = 3;

/** Offers help where the agent seems to have forgotten: each kind once a session, and never again once it was dismissed. */
export class Hints implements Disposable {
  private readonly owned = new Disposables();
  /** Index of the newest message looked at, by session: an item is told of again when it changes. */
  private seen: { readonly id: string; index: number } | null = null;

  constructor(
    private readonly liveSessions: Pick<LiveSessions, 'active' | 'onDidUpdate'>,
    private readonly memory: Pick<Memento, 'get' | 'update'>,
  ) {
    this.owned.add(
      liveSessions.onDidUpdate((update) => {
        if (update.name === 'item') void this.look(update.value);
      }),
    );
  }

  /** Takes the hint away, and shows none of its kind any more. */
  async dismiss(kind: HintKind): Promise<void> {
    await this.memory.update(DISMISSED_KEY, [...new Set([...this.read(DISMISSED_KEY), kind])]);
    (await this.liveSessions.active()).removeHint(kind);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async look(item: ChatItem): Promise<void> {
    if (item.kind !== 'user' && item.kind !== 'decision') return;
    const session = await this.liveSessions.active();
    if (item.kind === 'user') {
      if (this.seen?.id === session.id && item.index <= this.seen.index) return;
      this.seen = { id: session.id, index: item.index };
    }
    const hint = item.kind === 'user' ? hintOnMessage(item, session) : hintOnDecision(item, session);
    if (hint !== null) await this.offer(hint, session);
  }

  private async offer(hint: ChatHint, session: LiveSession): Promise<void> {
    const place = `${session.id} ${hint.hint}`;
    const shown = this.read(SHOWN_KEY);
    if (this.read(DISMISSED_KEY).includes(hint.hint) || shown.includes(place)) return;
    await this.memory.update(SHOWN_KEY, [...shown, place].slice(-MOST_SHOWN));
    session.showHint(hint);
  }

  private read(key: string): readonly string[] {
    const kept: unknown = this.memory.get(key);
    return Array.isArray(kept) ? kept.filter((word) => typeof word === 'string') : [];
  }
}

function hintOnMessage({ text, index }: Extract<ChatItem, { kind: 'user' }>, session: LiveSession): ChatHint | null {
  const { ledger } = session.fold;
  if (index !== ledger.length - 1) return null;
  const name = archivedName(text, ledger);
  const keep: readonly ChatHintAction[] = [
    { label: l10n.t('Pin the message'), command: 'pin', index },
    { label: l10n.t('Remember it'), command: 'remember', note: text.slice(0, 2000) },
  ];
  if (soundsForgotten(text)) {
    const isAllInSight = ledger.fates.kept === ledger.length;
    return hintOf(
      'forgotten',
      isAllInSight
        ? l10n.t(
            'Was something forgotten? Everything is still in the context. What must always hold can be pinned or remembered.',
          )
        : l10n.t(
            'Was something forgotten? What is pinned or remembered never leaves the context; the archive has the rest.',
          ),
      isAllInSight ? keep : [...keep, recall(), { label: l10n.t('Larger window'), command: 'selectModel' }],
    );
  }
  if (name === null) return null;
  return hintOf(
    'archived',
    l10n.t('“{0}” is in the archive, no longer in the context. The agent can look it up.', name),
    [recall(name)],
  );
}

function hintOnDecision(item: Extract<ChatItem, { kind: 'decision' }>, session: LiveSession): ChatHint | null {
  const { everyDecision, undone } = session.fold;
  const summaries = everyDecision.filter(
    (decision) => decision.summary !== undefined && !undone.has(decision.id) && touchedIndexes(decision).length > 0,
  );
  if (item.summary === null || item.undone || summaries.length < MANY_SUMMARIES) return null;
  return hintOf(
    'repeatedSummaries',
    l10n.t(
      'This is summary number {0}. A new session can go on with summary, todos and pins, and more room.',
      summaries.length,
    ),
    [{ label: l10n.t('Continue in a new session'), command: 'continueSession' }],
  );
}

function recall(name?: string): ChatHintAction {
  const text =
    name === undefined
      ? l10n.t('Look up in the archive what I said about this before, then go on.')
      : l10n.t('Look up in the archive what was said about “{0}”, then go on.', name);
  return { label: l10n.t('Have it looked up'), command: 'send', text };
}

function hintOf(hint: HintKind, text: string, actions: readonly ChatHintAction[]): ChatHint {
  return { kind: 'hint', key: `hint-${hint}`, hint, text, actions };
}
