import * as z from 'zod/mini';
import type { RpcValidators } from '../protocol/rpc';
import type { SessionWorkerApi } from './api';
import { WorkerError } from './workerError';

const share = z.number().check(z.minimum(0), z.maximum(1));
const count = z.int().check(z.minimum(0));

const engineSettings = z.object({
  layer1: z.object({
    singleToolResultShare: share,
    offloadThresholdTokens: count,
    inputHeadroomRatio: share,
    compactTargetRatio: share,
    evictInputsRatio: share,
    compactableTools: z.array(z.string()),
  }),
  layer2: z.object({ preemptiveRatio: share, pruneTargetRatio: share, keepLast: count }),
});

/** Entries come from the session, which checks what it reads from disk; here only their kind is looked at. */
const journalEntries = z.array(
  z.looseObject({ type: z.enum(['header', 'message', 'decision', 'undo', 'pin', 'call', 'model', 'title']) }),
);

const rowFilter = z.object({
  fates: z.array(z.enum(['kept', 'truncated', 'compacted', 'pruned', 'summarized'])),
  roles: z.array(z.enum(['system', 'user', 'assistant', 'tool'])),
  tools: z.array(z.string()),
  text: z.string().check(z.maxLength(10_000)),
});

const planRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('beforeCall') }),
  z.object({
    kind: z.literal('overflow'),
    attempt: z.int().check(z.minimum(1)),
    windowTokens: z.nullable(count),
    inputTokens: z.nullable(count),
  }),
  z.object({ kind: z.literal('command') }),
]);

const nothing = z.optional(z.unknown());

/** What each call to the worker must carry. */
export const workerValidators: RpcValidators<SessionWorkerApi> = {
  openTranscript: checks(
    z.object({
      path: z.string().check(z.minLength(1)),
      settings: engineSettings,
      model: z.nullable(z.string()),
      window: z.nullable(z.int().check(z.minimum(1))),
      reserve: count,
    }),
  ),
  openLive: checks(z.object({ settings: engineSettings })),
  append: checks(journalEntries),
  configure: checks(z.object({ settings: engineSettings })),
  setToolSchemas: checks(z.object({ json: z.string() })),
  plan: checks(planRequest),
  snapshot: checks(nothing),
  rows: checks(z.object({ filter: rowFilter, from: count, count })),
  locate: checks(z.object({ filter: rowFilter, index: count })),
  detail: checks(z.object({ index: count, clipCharacters: count })),
  exportText: checks(z.object({ format: z.enum(['markdown', 'openai']), scope: z.enum(['history', 'context']) })),
};

function checks(schema: z.ZodMiniType): (params: unknown) => void {
  return (params) => {
    const result = z.safeParse(schema, params);
    if (result.success) return;
    const [issue] = result.error.issues;
    const where = issue?.path.join('.') ?? '';
    throw new WorkerError(
      'badParameters',
      `The request is not valid${where === '' ? '' : ` at ${where}`}: ${issue?.message ?? ''}`,
    );
  };
}
