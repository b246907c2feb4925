/** What the scripted server answers to one request. */
export type ScriptedReply =
  | ScriptedMessage
  /** An HTTP error with the body as the real API sends it. */
  | {
      readonly kind: 'error';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** An error inside a stream that began well. */
  | { readonly kind: 'streamError'; readonly text: string; readonly error: unknown }
  /** Takes the request and never answers. */
  | { readonly kind: 'hang' }
  /** Streams the text, then drops the connection; with `clean` the response ends as if nothing were missing. */
  | { readonly kind: 'cut'; readonly text: string; readonly clean: boolean };

export interface ScriptedMessage {
  readonly kind: 'message';
  readonly text?: string;
  /** Reasoning, and the field it is sent in. */
  readonly reasoning?: { readonly field: 'reasoning_content' | 'reasoning'; readonly text: string };
  readonly calls?: readonly ScriptedCall[];
  /** How the pieces of tool calls are sent; servers differ. */
  readonly callStyle?: CallStyle;
  readonly finishReason?: string;
  /** Null: none is sent, also when asked for. */
  readonly usage?: ScriptedUsage | null;
  /** Milliseconds between two chunks. */
  readonly pause?: number;
  /** Whose way of streaming; by default the protocol as OpenAI documents it. */
  readonly dialect?: Dialect;
  /** Bytes of each piece that is written to the socket by itself, so that chunks and characters are cut anywhere. */
  readonly pieceBytes?: number;
}

/** A server whose way of streaming is known. */
export type Dialect =
  'openai' | 'azure' | 'anthropic' | 'deepSeek' | 'openRouter' | 'ollama' | 'lmStudio' | 'vllm' | 'llamaCpp';

export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  /** JSON text, or an object where `whole` servers send one. */
  readonly arguments: string;
}

export type CallStyle =
  /** OpenAI: indexed; id and name first, arguments in pieces. */
  | 'pieces'
  /** The pieces of parallel calls mixed. */
  | 'interleaved'
  /** Each call in one piece. */
  | 'whole'
  /** In one piece and without an index. */
  | 'wholeWithoutIndex'
  /** In pieces, every call with index 0. */
  | 'sameIndex'
  /** In pieces without an index, the id on the first piece only. */
  | 'piecesWithoutIndex'
  /** Id and name repeated on each piece. */
  | 'repeated'
  /** In one piece, without an id, the arguments as an object. */
  | 'objectWithoutId';

export interface ScriptedUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly prompt_tokens_details?: { readonly cached_tokens: number };
  readonly prompt_cache_hit_tokens?: number;
}

/** A request as it came in. */
export interface RecordedRequest {
  readonly path: string;
  /** With the question mark; empty where there is none. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestBody;
}

export interface RequestBody {
  readonly model?: unknown;
  readonly messages?: readonly RequestMessage[];
  readonly tools?: unknown;
  readonly stream?: unknown;
  readonly stream_options?: unknown;
  readonly [key: string]: unknown;
}

export interface RequestMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** Replies in order, then the last one again; or a function of the request and its number, from 0. */
export type Script = readonly ScriptedReply[] | ((request: RecordedRequest, number: number) => ScriptedReply);
