import * as z from 'zod/mini';
import type { InspectorHostApi } from '../protocol/inspector';
import type { RpcValidators } from '../protocol/rpc';
import { idSchema, indexSchema, noParameters, validator } from './validator';

/** A window is a few screens of rows; a page that asks for more at once is not ours. */
const LARGEST_PAGE = 2000;

const searchSchema = z.string().check(z.maxLength(1000));

const filterSchema = z.object({
  fates: z.array(z.enum(['kept', 'truncated', 'compacted', 'pruned', 'summarized'])),
  roles: z.array(z.enum(['system', 'user', 'assistant', 'tool'])),
  tools: z.array(z.string()),
  text: searchSchema,
  differs: z.optional(z.boolean()),
  whatIf: z.optional(idSchema),
  changes: z.optional(z.boolean()),
  layers: z.optional(z.array(z.union([z.literal(1), z.literal(2), z.literal(3)]))),
  problems: z.optional(z.boolean()),
});

/** More turns than this are named by none but the page of somebody else: nobody folds as many one by one. */
const MOST_FOLDED = 10_000;

const foldingSchema = z.optional(
  z.object({ mode: z.enum(['named', 'allBut']), turns: z.array(indexSchema).check(z.maxLength(MOST_FOLDED)) }),
);

/** Left out: now. */
const perspective = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('now') }),
  z.object({ kind: z.literal('call'), call: indexSchema }),
]);
const looking = { perspective: z.optional(perspective) };

const step = {
  filter: filterSchema,
  from: z.nullable(indexSchema),
  direction: z.enum(['forward', 'backward']),
  ...looking,
};

/** Pins of one proposal; a page lists no more messages than this. */
const MOST_PINS = 1000;

export const wishesSchema = z.object({
  skip: z.array(z.enum(['results', 'arguments', 'messages'])).check(z.maxLength(3)),
  pin: z.array(indexSchema).check(z.maxLength(MOST_PINS)),
});

const settingTarget = z.enum(['user', 'workspace']);

const tokens = z.int().check(z.gte(1), z.lte(100_000_000));

/** Whether the settings may be moved, and how far, is looked at where they are resolved. */
const whatIfWish = z.object({
  values: z.record(idSchema, z.union([z.number(), z.boolean(), z.array(z.string().check(z.maxLength(200)))])),
  profile: z.nullable(
    z.object({ name: z.string().check(z.maxLength(200)), scenario: z.nullable(z.enum(['longContext', 'default'])) }),
  ),
  window: z.nullable(tokens),
  model: z.nullable(z.string().check(z.minLength(1), z.maxLength(200))),
});

const atIndex = validator(z.object({ index: indexSchema }));
const seenAtIndex = validator(z.object({ index: indexSchema, ...looking }));

export const inspectorValidators: RpcValidators<InspectorHostApi> = {
  snapshot: noParameters,
  seen: validator(z.object({ perspective, known: z.optional(idSchema) })),
  series: validator(z.object({ known: idSchema })),
  rows: validator(
    z.object({
      filter: filterSchema,
      folding: foldingSchema,
      search: z.optional(searchSchema),
      from: indexSchema,
      count: z.int().check(z.gte(0), z.lte(LARGEST_PAGE)),
      known: z.optional(idSchema),
      ...looking,
    }),
  ),
  locate: validator(z.object({ filter: filterSchema, folding: foldingSchema, index: indexSchema, ...looking })),
  heading: validator(z.object({ filter: filterSchema, folding: foldingSchema, position: indexSchema, ...looking })),
  nextHit: validator(z.object({ ...step, text: searchSchema })),
  nextFateChange: validator(z.object(step)),
  detail: seenAtIndex,
  decision: validator(z.object({ id: idSchema, ...looking })),
  isCurrent: validator(
    z.object({
      subject: z.union([
        z.object({ kind: z.literal('message'), index: indexSchema }),
        z.object({ kind: z.literal('decision'), id: idSchema }),
      ]),
      version: idSchema,
      ...looking,
    }),
  ),
  openOriginal: atIndex,
  openDiff: seenAtIndex,
  openSetting: validator(z.object({ setting: idSchema })),
  openSourceLine: validator(z.object({ line: z.int().check(z.gte(1)), byteOffset: z.optional(indexSchema) })),
  chooseSession: noParameters,
  restoreSession: validator(z.object({ session: indexSchema })),
  setPinned: validator(z.object({ index: indexSchema, pinned: z.boolean() })),
  undo: validator(z.object({ decisionId: idSchema })),
  restore: atIndex,
  preview: validator(wishesSchema),
  compact: validator(wishesSchema),
  exportSession: noParameters,
  whatIfOptions: noParameters,
  whatIf: validator(
    z.object({
      request: idSchema,
      before: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('wish'), wish: whatIfWish }),
        z.object({ kind: z.literal('went') }),
      ]),
      after: whatIfWish,
    }),
  ),
  cancelWhatIf: validator(z.object({ request: idSchema })),
  applyWhatIf: validator(z.object({ wish: whatIfWish, target: settingTarget })),
  openSettingsFile: validator(z.object({ target: settingTarget })),
  copyText: validator(z.object({ text: z.string().check(z.maxLength(1_000_000)) })),
  statistics: noParameters,
  resetStatistics: noParameters,
  setTrack: validator(z.object({ track: z.enum(['recorded', 'replayed']) })),
};
