import { computed, signal } from '@preact/signals';
import { render } from 'preact';
import type { ChatEvents, ChatHostApi } from '../../src/protocol/chat';
import type { PreviewWishes } from '../../src/protocol/preview';
import { connectToHost } from '../host';
import { batchPerFrame } from '../ui/batchPerFrame';
import { PreviewStore } from '../ui/previewStore';
import { createChatActions } from './chatActions';
import { ChatApp } from './chatApp';
import { ChatStore, type ChatUpdate } from './chatStore';

const host = connectToHost<ChatHostApi, ChatEvents>();
const store = new ChatStore();
const actions = createChatActions(host.api, store);
const wishes = signal<PreviewWishes | null>(null);
const preview = new PreviewStore({
  preview: (asked) => host.api.previewCompact(asked),
  compact: (asked) => host.api.compactAs(asked),
  wishes,
  setWishes: (next) => {
    wishes.value = next;
  },
  session: computed(() => {
    const facts = store.facts.value;
    return facts === null ? null : `${facts.sessionId} ${String(facts.gauge.contextTokens)} ${String(facts.busy)}`;
  }),
});

// All through one queue: what the host tells must be applied in the order it was told.
const update = batchPerFrame<ChatUpdate>((updates) => {
  store.update(updates);
});
host.on('reset', (snapshot) => {
  update({ kind: 'reset', snapshot });
});
host.on('item', (item) => {
  update({ kind: 'item', item });
});
host.on('toolOutput', (output) => {
  update({ kind: 'toolOutput', output });
});
host.on('delta', (delta) => {
  update({ kind: 'delta', delta });
});
host.on('state', (state) => {
  update({ kind: 'state', state });
});

function load(): void {
  store.notice.value = null;
  host.api.snapshot().then(
    (snapshot) => {
      update({ kind: 'reset', snapshot });
    },
    (error: unknown) => {
      store.notice.value = error instanceof Error ? error.message : String(error);
    },
  );
}

load();

const root = document.getElementById('root');
if (root !== null) render(<ChatApp store={store} actions={actions} preview={preview} onLoad={load} />, root);
