import { render } from 'preact';
import type { InspectorEvents, InspectorHostApi } from '../../src/protocol/inspector';
import { connectToHost } from '../host';
import { InspectorApp } from './inspectorApp';
import { InspectorStore } from './inspectorStore';

const host = connectToHost<InspectorHostApi, InspectorEvents>();
const store = new InspectorStore(host.api);

host.on('changed', ({ facts }) => {
  store.takeFacts(facts);
});
host.on('progress', (progress) => {
  store.progress.value = progress;
});
host.on('failed', ({ message }) => {
  store.failed.value = message;
});
host.on('reveal', (subject) => {
  void store.revealSubject(subject);
});

void store.loadSnapshot();

const root = document.getElementById('root');
if (root !== null) render(<InspectorApp store={store} />, root);
