import { type CascadeOptions, type CascadeResult, planBeforeCall, planCommand } from '../engine/cascade';
import type { ContextLedger } from '../engine/ledger';
import { planOverflow } from '../engine/retry';
import type { PlanRequest } from './api';

/** What the engine does for each thing that can be asked of a session. */
export function cascadeFor(ledger: ContextLedger, options: CascadeOptions, request: PlanRequest): CascadeResult {
  switch (request.kind) {
    case 'beforeCall':
      return planBeforeCall(ledger, options);
    case 'overflow':
      return planOverflow(ledger, options, request, request.canSummarize);
    case 'command':
      return planCommand(ledger, options, request.skip);
    case 'swap':
      return { decisions: [], tooLarge: null, summary: null };
  }
}
