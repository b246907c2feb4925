import type { ContextLedger } from '../../engine/ledger';

/** What the read model reads of a ledger: each call costs the same however long the session is. */
export type LedgerReader = Pick<
  ContextLedger,
  | 'length'
  | 'message'
  | 'state'
  | 'totalTokens'
  | 'originalTokens'
  | 'toolSchemaTokens'
  | 'memoryTokens'
  | 'fates'
  | 'notice'
  | 'decisions'
  | 'steps'
  | 'stepTokens'
  | 'isPinned'
  | 'isRestored'
  | 'firstUserIndex'
  | 'currentUserIndex'
>;
