import { render } from 'preact';
import type { ChatEvents, ChatHostApi } from '../../src/protocol/chat';
import { connectToHost } from '../host';
import { batchPerFrame } from '../ui/batchPerFrame';
import { createChatActions } from './chatActions';
import { ChatApp } from './chatApp';
import { ChatStore, type ChatUpdate } from './chatStore';

const host = connectToHost<ChatHostApi, ChatEvents>();
const store = new ChatStore();
const actions = createChatActions(host.api, store);

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
host.on('delta', (delta) => {
  update({ kind: 'delta', delta });
});
host.on('state', (state) => {
  update({ kind: 'state', state });
});

host.api.snapshot().then(
  (snapshot) => {
    update({ kind: 'reset', snapshot });
  },
  (error: unknown) => {
    store.notice.value = error instanceof Error ? error.message : String(error);
  },
);

const root = document.getElementById('root');
if (root !== null) render(<ChatApp store={store} actions={actions} />, root);
