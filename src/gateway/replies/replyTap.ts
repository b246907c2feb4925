import { StringDecoder } from 'node:string_decoder';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Transform } from 'node:stream';
import { createParser } from 'eventsource-parser';
import type { WireFormat } from '../formats/wireFormat';
import { ChatReply } from './chatReply';
import { MessagesReply } from './messagesReply';
import type { Reply, ReplyCollector } from './reply';
import { ResponsesReply } from './responsesReply';

/** Characters of a reply that is no stream, or of one event, that are read along; more is passed on unread. */
const LONGEST_READ = 16_000_000;

function collectorFor(name: WireFormat['name']): ReplyCollector {
  switch (name) {
    case 'chat':
      return new ChatReply();
    case 'messages':
      return new MessagesReply();
    case 'responses':
      return new ResponsesReply();
  }
}

/** Reads a reply along while its bytes pass. What it does not understand it leaves alone; it never throws. */
export class ReplyTap {
  readonly #collector: ReplyCollector;
  readonly #decoder = new StringDecoder('utf8');
  readonly #decompress: Transform | null;
  readonly #ended: Promise<void>;
  readonly #isStream: boolean;
  #text = '';
  #isLost = false;
  readonly #parser = createParser({
    maxBufferSize: LONGEST_READ,
    onEvent: ({ data }) => {
      if (data !== '[DONE]') this.#collector.takeEvent(parsed(data));
    },
  });

  /** @param headers of the reply, names in lower case */
  constructor(name: WireFormat['name'], headers: Readonly<Record<string, string | string[] | undefined>>) {
    this.#collector = collectorFor(name);
    this.#isStream = String(headers['content-type'] ?? '').includes('text/event-stream');
    const encoding = String(headers['content-encoding'] ?? 'identity');
    this.#decompress = decompressorFor(encoding);
    this.#isLost = this.#decompress === null && encoding !== 'identity';
    this.#ended = this.#decompress === null ? Promise.resolve() : this.#readFrom(this.#decompress);
  }

  write(chunk: Buffer): void {
    if (this.#isLost) return;
    if (this.#decompress === null) this.#take(chunk);
    else this.#decompress.write(chunk);
  }

  /** The reply, once its last byte has passed; null where it did not end, or was not understood. */
  async finish(): Promise<Reply | null> {
    this.#decompress?.end();
    await this.#ended;
    if (this.#isLost) return null;
    try {
      if (this.#isStream) this.#parser.reset({ consume: true });
      else this.#collector.takeBody(parsed(this.#text));
      return this.#collector.finish();
    } catch {
      return null;
    }
  }

  #readFrom(decompress: Transform): Promise<void> {
    decompress.on('data', (chunk: Buffer) => {
      this.#take(chunk);
    });
    return new Promise((resolve) => {
      decompress.once('end', resolve);
      decompress.once('error', () => {
        this.#isLost = true;
        resolve();
      });
    });
  }

  #take(chunk: Buffer): void {
    const text = this.#decoder.write(chunk);
    try {
      if (this.#isStream) this.#parser.feed(text);
      else if (this.#text.length + text.length <= LONGEST_READ) this.#text += text;
      else this.#isLost = true;
    } catch {
      this.#isLost = true;
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function decompressorFor(encoding: string): Transform | null {
  switch (encoding) {
    case 'gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}
