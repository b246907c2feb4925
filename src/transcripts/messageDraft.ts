import type { Message, Part } from '../engine/message';

/** A message still being read: fields the file does not have are left out of it, not set to nothing. */
export type MessageDraft = { -readonly [Field in keyof Message]: Message[Field] };

/** One whose parts may still become more. */
export type OpenDraft = MessageDraft & { parts: Part[] };
