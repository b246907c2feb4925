import type { Memento } from 'vscode';
import type { QueuedMessage } from '../session/messageQueue';

const KEY = 'strata.queued.';

/** What waits to be said, by session, so that a reload loses nothing that was typed. */
export class KeptQueues {
  constructor(private readonly workspaceState: Memento) {}

  read(sessionId: string): readonly QueuedMessage[] {
    const kept: unknown = this.workspaceState.get(`${KEY}${sessionId}`);
    return Array.isArray(kept) ? kept.filter(isQueued) : [];
  }

  write(sessionId: string, queued: readonly QueuedMessage[]): void {
    const key = `${KEY}${sessionId}`;
    const isEmpty = this.workspaceState.get(key) === undefined;
    if (queued.length === 0 && isEmpty) return;
    void this.workspaceState.update(key, queued.length === 0 ? undefined : queued);
  }
}

function isQueued(value: unknown): value is QueuedMessage {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'text' in value &&
    typeof value.text === 'string'
  );
}
