import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigurationTarget, Uri, extensions, workspace } from 'vscode';
import type { ChatItem, ChatToolCall } from '../../../src/protocol/chat';
import type { StrataTestApi } from '../../../src/views/testApi';

const pollMs = 50;
/** Below the time a test has, so that what did not come is named. A busy machine takes its time. */
const waitMs = 60_000;

/** The running extension, as its tests drive it. */
export async function strata(): Promise<StrataTestApi> {
  const extension = extensions.getExtension<StrataTestApi | undefined>('strata.strata');
  assert.ok(extension, 'the extension strata.strata is not enabled');
  const api = await extension.activate();
  assert.ok(api, 'the extension gives its test API in development and in tests');
  return api;
}

/** Waits until `read` gives something. */
export async function eventually<Value>(what: string, read: () => Promise<Value | null>): Promise<Value> {
  const deadline = Date.now() + waitMs;
  while (Date.now() < deadline) {
    const value = await read();
    if (value !== null) return value;
    await delay(pollMs);
  }
  throw new Error(`${what}: not within ${String(waitMs / 1000)} s`);
}

export function inWorkspace(...path: string[]): Uri {
  const folder = workspace.workspaceFolders?.[0];
  assert.ok(folder, 'no workspace folder is open');
  return Uri.joinPath(folder.uri, ...path);
}

/** Every call of the items, in order. */
export function callsOf(items: readonly ChatItem[]): readonly ChatToolCall[] {
  return items.flatMap((item) => (item.kind === 'assistant' ? item.toolCalls : []));
}

/** The texts of the agent, in order. */
export function repliesOf(items: readonly ChatItem[]): readonly string[] {
  return items.flatMap((item) => (item.kind === 'assistant' && item.text !== '' ? [item.text] : []));
}

export async function exists(file: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(file);
    return true;
  } catch {
    return false;
  }
}

/** Changes the user's settings; undefined takes a value out. Keys without the `strata.` prefix. */
export async function updateSettings(values: Record<string, unknown>): Promise<void> {
  const configuration = workspace.getConfiguration('strata');
  for (const [key, value] of Object.entries(values)) await configuration.update(key, value, ConfigurationTarget.Global);
}
