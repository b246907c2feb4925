import type { Message, SourcePosition } from '../../../engine/message';
import type { OwnIds } from './ownIds';
import type { TurnMessages } from './turn';

/** A record of the conversation, newest copy, and where its messages stand in the history. */
export interface Turn {
  content: TurnMessages;
  /** Results that stand with it because no reply has a call for them, by call. */
  readonly loose: readonly { readonly callId: string; readonly message: Message }[];
  gone: boolean;
  /** Indexes of its messages when the history was last put together. */
  from: number;
  to: number;
  /** Ids the recording knows it by: its first, null for none, and those a compression gave it. */
  knownAs: string | null;
  alsoKnownAs: readonly string[];
  /** Of its messages. */
  readonly ids: OwnIds;
  readonly source: SourcePosition;
}
