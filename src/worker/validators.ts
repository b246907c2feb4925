import { JOURNAL_ENTRY_TYPES } from '../engine/journalEntry';
import * as z from 'zod/mini';
import type { RpcValidators } from '../protocol/rpc';
import { EXPORT_FORMATS, EXPORT_SCOPES } from '../transcripts/exports/exportItem';
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
  layer3: z.object({
    summarizePruned: z.boolean(),
    chunkCharacters: z.int().check(z.minimum(1)),
    maximumChunks: z.int().check(z.minimum(1)),
    factsShare: share,
  }),
  compression: z.object({
    enabled: z.boolean(),
    stages: z.array(z.object({ thresholdTokens: count, targetTokens: count })),
    preserveRecentMessages: count,
    tokensPerChar: z.nullable(z.number().check(z.minimum(0))),
    customPrompt: z.string(),
    summarizerModel: z.string(),
  }),
});

/** The host has parsed them. */
const modelOverrides = z.record(z.string(), z.looseObject({}));

/** Entries come from the session, which checks what it reads from disk; here only their kind is looked at. */
const journalEntries = z.array(
  z.looseObject({
    type: z.enum(JOURNAL_ENTRY_TYPES),
  }),
);

const rowFilter = z.object({
  fates: z.array(z.enum(['kept', 'truncated', 'compacted', 'pruned', 'summarized'])),
  roles: z.array(z.enum(['system', 'user', 'assistant', 'tool'])),
  tools: z.array(z.string()),
  text: z.string().check(z.maxLength(10_000)),
  differs: z.optional(z.boolean()),
  layers: z.optional(z.array(z.union([z.literal(1), z.literal(2), z.literal(3)]))),
  problems: z.optional(z.boolean()),
  whatIf: z.optional(z.string()),
  changes: z.optional(z.boolean()),
});

const whatIfConditions = z.object({
  settings: engineSettings,
  model: z.nullable(z.string()),
  limits: z.nullable(z.object({ window: z.nullable(z.int().check(z.minimum(1))), reserve: count })),
});

const folding = z.optional(z.object({ mode: z.enum(['named', 'allBut']), turns: z.array(count) }));

/** Left out: now. */
const perspective = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('now') }),
  z.object({ kind: z.literal('call'), call: count }),
]);
const looking = { perspective: z.optional(perspective) };

const step = { filter: rowFilter, from: z.nullable(count), direction: z.enum(['forward', 'backward']), ...looking };

const batchKinds = z.array(z.enum(['results', 'arguments', 'messages']));

const planRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('beforeCall') }),
  z.object({
    kind: z.literal('overflow'),
    attempt: z.int().check(z.minimum(1)),
    windowTokens: z.nullable(count),
    inputTokens: z.nullable(count),
    canSummarize: z.boolean(),
  }),
  z.object({ kind: z.literal('command'), skip: z.optional(batchKinds) }),
  z.object({ kind: z.literal('swap') }),
]);

const summarizerFacts = z.object({ model: z.string(), windowTokens: z.int().check(z.minimum(1)) });

const nothing = z.optional(z.unknown());

/** What each call to the worker must carry. */
export const workerValidators: RpcValidators<SessionWorkerApi> = {
  openTranscript: checks(
    z.object({
      path: z.string().check(z.minLength(1)),
      settings: engineSettings,
      settingsAtFirst: z.optional(engineSettings),
      model: z.nullable(z.string()),
      window: z.nullable(z.int().check(z.minimum(1))),
      reserve: count,
      overrides: z.optional(modelOverrides),
      session: z.optional(z.nullable(count)),
    }),
  ),
  openLive: checks(z.object({ settings: engineSettings, overrides: z.optional(modelOverrides) })),
  append: checks(journalEntries),
  configure: checks(z.object({ settings: engineSettings })),
  setTrack: checks(z.object({ track: z.enum(['recorded', 'replayed']) })),
  setToolSchemas: checks(z.object({ json: z.string() })),
  plan: checks(planRequest),
  preview: checks(z.object({ skip: batchKinds, pin: z.array(count) })),
  summarize: checks(
    z.object({
      reason: z.enum(['planned', 'command']),
      summarizer: z.nullable(summarizerFacts),
    }),
  ),
  carryOver: checks(z.object({ summarizer: z.nullable(summarizerFacts) })),
  answerSummary: checks(
    z.union([
      z.object({
        id: z.string(),
        reply: z.looseObject({ text: z.string(), thinking: z.string(), finish: z.string() }),
      }),
      z.object({ id: z.string(), failure: z.string(), detail: z.string() }),
    ]),
  ),
  endSummary: checks(z.object({ how: z.enum(['skip', 'stop']) })),
  snapshot: checks(nothing),
  seen: checks(z.object({ perspective, known: z.optional(z.string()) })),
  series: checks(z.object({ known: z.string() })),
  rows: checks(
    z.object({
      filter: rowFilter,
      folding,
      search: z.optional(z.string()),
      from: count,
      count,
      known: z.optional(z.string()),
      ...looking,
    }),
  ),
  locate: checks(z.object({ filter: rowFilter, folding, index: count, ...looking })),
  heading: checks(z.object({ filter: rowFilter, folding, position: count, ...looking })),
  nextHit: checks(z.object({ ...step, text: z.string() })),
  nextFateChange: checks(z.object(step)),
  detail: checks(z.object({ index: count, clipCharacters: count, ...looking })),
  decision: checks(z.object({ id: z.string(), clipCharacters: count, ...looking })),
  messageAt: checks(z.object({ line: z.int().check(z.minimum(1)), words: z.nullable(z.string()) })),
  sessionTitles: checks(nothing),
  isCurrent: checks(
    z.object({
      subject: z.union([
        z.object({ kind: z.literal('message'), index: count }),
        z.object({ kind: z.literal('decision'), id: z.string() }),
      ]),
      version: z.string(),
      ...looking,
    }),
  ),
  whatIf: checks(
    z.object({
      request: z.string().check(z.minLength(1)),
      before: z.nullable(whatIfConditions),
      after: whatIfConditions,
    }),
  ),
  cancelWhatIf: checks(z.object({ request: z.string() })),
  statistics: checks(nothing),
  beginExport: checks(
    z.object({
      format: z.enum(EXPORT_FORMATS),
      scope: z.enum(EXPORT_SCOPES),
      call: z.nullable(count),
      personal: z.object({ keys: z.array(z.string()), homeFolder: z.string() }),
    }),
  ),
  continueExport: checks(
    z.discriminatedUnion('step', [
      z.object({ step: z.literal('search') }),
      z.object({ step: z.literal('write'), path: z.string().check(z.minLength(1)), masked: z.boolean() }),
    ]),
  ),
  exportReport: checks(nothing),
  endExport: checks(nothing),
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
