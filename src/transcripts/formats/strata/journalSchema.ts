import * as z from 'zod/mini';
import type { JournalEntry } from '../../../engine/journal';

/** What a journal entry must look like before the engine may see it. Unknown fields are dropped. */

const tokens = z.number().check(z.nonnegative());
const index = z.int().check(z.nonnegative());
const text = z.string();

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text }),
  z.object({ type: z.literal('thinking'), text, signature: z.optional(text), redacted: z.optional(text) }),
  z.object({ type: z.literal('toolCall'), id: text, name: text, arguments: text }),
  z.object({
    type: z.literal('media'),
    kind: z.enum(['image', 'document', 'audio']),
    mediaType: text,
    data: text,
    url: z.optional(text),
    name: z.optional(text),
    width: z.optional(z.number()),
    height: z.optional(z.number()),
  }),
  z.object({ type: z.literal('raw'), kind: text, json: text }),
]);

const usage = z.object({ inputTokens: tokens, cachedInputTokens: z.optional(tokens), outputTokens: tokens });

const message = z.object({
  id: text,
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  parts: z.array(part),
  toolCallId: z.optional(text),
  toolName: z.optional(text),
  isError: z.optional(z.boolean()),
  pinned: z.optional(z.boolean()),
  synthetic: z.optional(z.enum(['summary', 'injected'])),
  createdAt: z.optional(z.number()),
  model: z.optional(text),
  usage: z.optional(usage),
  source: z.optional(z.object({ line: index, byteOffset: index })),
});

const editBase = { index, tokensBefore: tokens, tokensAfter: tokens };

const edit = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cut'),
    ...editBase,
    headCharacters: index,
    tailCharacters: index,
    notice: text,
    marker: text,
    pointer: z.nullable(text),
  }),
  z.object({ kind: z.literal('replace'), ...editBase, text, pointers: z.array(text) }),
  z.object({ kind: z.literal('arguments'), ...editBase, part: index, arguments: text, pointer: text }),
]);

const decision = z.object({
  id: text,
  strategy: z.enum(['truncate', 'compact', 'prune', 'summarizeFull', 'summarizePartial']),
  layer: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  trigger: z.object({
    reason: z.enum(['threshold', 'overflow', 'command', 'fit']),
    setting: text,
    measuredTokens: tokens,
    thresholdTokens: tokens,
  }),
  historyLength: index,
  tokensBefore: tokens,
  tokensAfter: tokens,
  counted: z.enum(['reported', 'counted', 'estimated']),
  edits: z.array(edit),
  removal: z.nullable(z.object({ indexes: z.array(index), summary: z.nullable(text), pointer: z.nullable(text) })),
  takenAt: z.optional(z.number()),
});

const entry = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('header'),
    version: z.int(),
    sessionId: text,
    title: text,
    createdAt: z.number(),
    provider: text,
    model: text,
    window: tokens,
    reserve: tokens,
    workspace: z.optional(text),
  }),
  z.object({ type: z.literal('message'), message }),
  z.object({ type: z.literal('decision'), decision }),
  z.object({ type: z.literal('undo'), decisionId: text }),
  z.object({ type: z.literal('pin'), index, pinned: z.boolean() }),
  z.object({
    type: z.literal('call'),
    historyLength: index,
    inputTokens: tokens,
    usage: z.optional(usage),
    model: text,
  }),
  z.object({ type: z.literal('model'), provider: text, model: text, window: tokens, reserve: tokens }),
  z.object({ type: z.literal('title'), title: text }),
]);

/** A record as a journal entry, or in words why it is none. */
export function parseJournalEntry(record: unknown): { readonly entry: JournalEntry } | { readonly fault: string } {
  const result = entry.safeParse(record);
  if (!result.success) {
    const [issue] = result.error.issues;
    return { fault: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a journal entry'}` };
  }
  // The schema lets `undefined` stand for a missing optional field, which JSON cannot hold.
  return { entry: result.data as JournalEntry };
}
