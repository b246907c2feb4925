import * as z from 'zod/mini';
import type { ChatHostApi } from '../protocol/chat';
import type { RpcValidators } from '../protocol/rpc';
import { idSchema, indexSchema, noParameters, validator } from './validator';

/** Characters of one message; more is a file, and files are read by tools. */
const LONGEST_MESSAGE = 2_000_000;
const LARGEST_PAGE = 1000;

export const chatValidators: RpcValidators<ChatHostApi> = {
  snapshot: noParameters,
  earlier: validator(z.object({ beforeKey: idSchema, count: z.int().check(z.gte(1), z.lte(LARGEST_PAGE)) })),
  send: validator(z.object({ text: z.string().check(z.minLength(1), z.maxLength(LONGEST_MESSAGE)) })),
  stop: noParameters,
  retry: noParameters,
  answerApproval: validator(z.object({ id: idSchema, answer: z.enum(['once', 'session', 'deny']) })),
  compact: noParameters,
  summarize: noParameters,
  skipSummary: noParameters,
  undo: validator(z.object({ decisionId: idSchema })),
  newSession: noParameters,
  selectModel: validator(z.object({ id: idSchema })),
  setPinned: validator(z.object({ index: indexSchema, pinned: z.boolean() })),
  openInspector: validator(z.object({ index: z.nullable(indexSchema) })),
  runAction: validator(z.object({ command: z.enum(['retry', 'setApiKey', 'openSettings', 'compact']) })),
};
