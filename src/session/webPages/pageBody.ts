import type { IncomingMessage } from 'node:http';
import { PassThrough, pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { MOST_BODY_BYTES, PageError } from './pageRequest';

export interface PageBody {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

/**
 * The body, decompressed, up to `MOST_BODY_BYTES`; what is beyond is neither read nor unpacked.
 * @throws PageError `unreadable`
 */
export async function pageBody(answer: IncomingMessage): Promise<PageBody> {
  const chunks: Buffer[] = [];
  let length = 0;
  const unpacked = pipeline(answer, decompressor(answer), () => undefined);
  try {
    for await (const chunk of unpacked) {
      const bytes = chunk as Buffer;
      chunks.push(bytes);
      length += bytes.length;
      if (length > MOST_BODY_BYTES) break;
    }
  } catch (error) {
    // The message of an answer that ended too early says as much.
    const why = error instanceof Error ? error.message : String(error);
    throw new PageError('unreadable', `The page could not be read to its end: ${why}`, { cause: error });
  } finally {
    answer.destroy();
  }
  return { bytes: Buffer.concat(chunks).subarray(0, MOST_BODY_BYTES), isCut: length > MOST_BODY_BYTES };
}

function decompressor(answer: IncomingMessage): Transform {
  const encoding = answer.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  switch (encoding) {
    case 'identity':
    case '':
      return new PassThrough();
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new PageError('type', `The page is packed as ${encoding}, which was not asked for.`);
  }
}
