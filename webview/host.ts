import { createRpcClient, type RpcApi, type RpcClient, type RpcTransport } from '../src/protocol/rpc';

/** What VS Code gives to a webview, once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();

const transport: RpcTransport = {
  post: (message) => {
    vscode.postMessage(message);
  },
  listen: (listener) => {
    const receive = (event: MessageEvent<unknown>): void => {
      listener(event.data);
    };
    window.addEventListener('message', receive);
    return () => {
      window.removeEventListener('message', receive);
    };
  },
};

/** The host as a typed client. Call it once per page. */
export function connectToHost<Api extends RpcApi<Api>, Events>(): RpcClient<Api, Events> {
  return createRpcClient<Api, Events>(transport);
}

/** What the last page of this view saved, unchecked: it may come from an older version. Undefined the first time. */
export function readSavedState(): unknown {
  return vscode.getState();
}

/** Keeps view state over hiding, reload and restart. Only plain data, and never facts the host owns. */
export function saveState(state: unknown): void {
  vscode.setState(state);
}
