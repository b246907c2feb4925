import { readSavedState, saveState } from '../host';

/** What the chat keeps over hiding and reload. */
export interface ChatViewState {
  /** What stands in the composer. */
  readonly draft: string;
}

export function readViewState(): ChatViewState {
  const saved = readSavedState();
  const draft = typeof saved === 'object' && saved !== null && 'draft' in saved ? saved.draft : '';
  return { draft: typeof draft === 'string' ? draft : '' };
}

export function writeViewState(state: ChatViewState): void {
  saveState(state);
}
