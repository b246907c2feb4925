import { lookup } from 'node:dns/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { publicHosts } from './checkedAddresses';
import { fetchPage } from './fetchPage';
import type { PageRequest } from './pageRequest';

/**
 * The thread that fetches one page and makes text of it: whatever the page holds, the extension host never waits for it,
 * and ending the thread ends everything. Here, too, Node's own http is in use, which the editor does not lead to a proxy.
 */
const { url } = workerData as PageRequest;
const policy = publicHosts((host) => lookup(host, { all: true, verbatim: true }));
void fetchPage(url, policy, new AbortController().signal).then((answer) => {
  parentPort?.postMessage(answer);
});
