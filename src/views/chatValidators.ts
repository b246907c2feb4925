import * as z from 'zod/mini';
import type { ChatHostApi } from '../protocol/chat';
import type { RpcValidators } from '../protocol/rpc';
import { wishesSchema } from './inspectorValidators';
import { idSchema, indexSchema, noParameters, validator } from './validator';

/** Characters of one message; more is a file, and files are read by tools. */
const LONGEST_MESSAGE = 2_000_000;
/** Characters of part of a path. */
const LONGEST_QUERY = 500;
/** Characters of why a call is denied. */
const LONGEST_REASON = 10_000;
const LARGEST_PAGE = 1000;

export const chatValidators: RpcValidators<ChatHostApi> = {
  snapshot: noParameters,
  earlier: validator(z.object({ beforeKey: idSchema, count: z.int().check(z.gte(1), z.lte(LARGEST_PAGE)) })),
  send: validator(z.object({ text: z.string().check(z.minLength(1), z.maxLength(LONGEST_MESSAGE)) })),
  stop: noParameters,
  retry: noParameters,
  sendQueued: noParameters,
  unqueue: validator(z.object({ id: idSchema })),
  findFiles: validator(z.object({ query: z.string().check(z.maxLength(LONGEST_QUERY)) })),
  exportSession: noParameters,
  answerApproval: validator(
    z.object({
      id: idSchema,
      answer: z.enum(['once', 'session', 'always', 'deny']),
      reason: z.string().check(z.maxLength(LONGEST_REASON)),
    }),
  ),
  showProposal: validator(z.object({ id: idSchema })),
  compact: noParameters,
  previewCompact: validator(wishesSchema),
  compactAs: validator(wishesSchema),
  summarize: noParameters,
  skipSummary: noParameters,
  undo: validator(z.object({ decisionId: idSchema })),
  remember: validator(z.object({ note: z.string().check(z.minLength(1), z.maxLength(LONGEST_MESSAGE)) })),
  editMemory: noParameters,
  newSession: noParameters,
  continueSession: noParameters,
  editAndResend: validator(
    z.object({ index: indexSchema, text: z.string().check(z.minLength(1), z.maxLength(LONGEST_MESSAGE)) }),
  ),
  dismissHint: validator(z.object({ hint: z.enum(['forgotten', 'archived', 'repeatedSummaries']) })),
  openSession: validator(z.object({ id: idSchema })),
  selectModel: validator(z.object({ id: idSchema })),
  setPinned: validator(z.object({ index: indexSchema, pinned: z.boolean() })),
  openInspector: validator(z.object({ index: z.nullable(indexSchema) })),
  showDecision: validator(z.object({ decisionId: idSchema })),
  runAction: validator(
    z.object({ command: z.enum(['retry', 'selectModel', 'setApiKey', 'openSettings', 'compact', 'editMemory']) }),
  ),
};
