import type { Message, Part } from '../../engine/message';
import { isList, jsonText, stringAt, type JsonRecord } from '../../wire/jsonValue';
import type { UnitEdit } from './unitEdit';

/** Where a message stands in the list of the request. */
export interface Place {
  /** The items from `from` up to `to` are the message; -1 where it stands beside the list, as a system prompt may. */
  readonly from: number;
  readonly to: number;
  /** Positions of its blocks in the one item that holds other messages too; null where its items are all its own. */
  readonly blocks: readonly number[] | null;
}

/** A request as the engine sees it. */
export interface ReadRequest {
  readonly body: JsonRecord;
  readonly model: string;
  readonly messages: readonly Message[];
  /** By index of the message. */
  readonly places: readonly Place[];
  readonly items: readonly JsonRecord[];
  /** JSON of the tool definitions; empty for none. */
  readonly tools: string;
  /** What the client itself calls the conversation; null where it says nothing. */
  readonly conversation: string | null;
}

/** A protocol of the gateway: how its requests are read as messages, and how changed messages go back into them. */
export interface WireFormat {
  readonly name: 'chat' | 'messages' | 'responses';
  /** The field with the list of items. */
  readonly listKey: 'messages' | 'input';
  /** Null for what cannot be read whole, such as a request that names a history the server keeps. */
  read(body: JsonRecord): ReadRequest | null;
  /** The items of one message, changed; fields that are not known stay. */
  edit(items: readonly JsonRecord[], edit: UnitEdit): readonly JsonRecord[];
  /** Blocks of an item that holds several messages, changed. */
  editBlocks(blocks: readonly unknown[], edit: UnitEdit): readonly unknown[];
  /** A message that stands in no request: a notice, or what repairs a broken history. */
  compose(message: Message): JsonRecord;
  /** The body of a request for a summary. */
  summaryBody(request: SummaryBody): JsonRecord;
}

export interface SummaryBody {
  readonly model: string;
  readonly instructions: string;
  readonly text: string;
  readonly maxOutputTokens: number;
}

/** What a harness puts into the conversation as if the user had said it. */
const INJECTED =
  /^\s*(?:<(?:system-reminder|environment_context|user_instructions|permissions)[\s>]|# AGENTS\.md instructions for )/;

/** Whether nobody typed any of it. */
export function isInjected(parts: readonly Part[]): boolean {
  return parts.length > 0 && parts.every((part) => part.type === 'text' && INJECTED.test(part.text));
}

/** Nobody sends the id of a message, so it goes by its place. */
export function messageId(index: number): string {
  return `message-${String(index)}`;
}

/** What every protocol names alike, beside the messages found. */
export function readRequest(
  body: JsonRecord,
  found: Pick<ReadRequest, 'messages' | 'places' | 'items' | 'conversation'>,
): ReadRequest {
  const { tools } = body;
  return {
    body,
    model: stringAt(body, 'model') ?? '',
    tools: isList(tools) && tools.length > 0 ? jsonText(tools) : '',
    ...found,
  };
}
