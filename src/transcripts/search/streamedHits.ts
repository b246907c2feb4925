import { Buffer } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { MOST_LINES, type FileHit } from './fileHit';

/** Bytes read at a time; looked through in a millisecond or two. */
const CHUNK_BYTES = 262_144;

/** Characters kept from one piece to the next: no words typed into a search are longer as JSON writes them. */
const OVERLAP_CHARACTERS = 16_384;

/**
 * Where an expression matches in a file, the first match of each line, without ripgrep. Memory does not grow with the file
 * nor with a line of it.
 * @throws Error of the file system, or the signal's reason
 */
export async function* streamedHits(path: string, expression: string, signal: AbortSignal): AsyncGenerator<FileHit> {
  const pattern = new RegExp(expression, 'giu');
  const decoder = new StringDecoder('utf8');
  let text = '';
  let line = 1;
  let bytes = 0;
  let lastLine = 0;
  let lines = 0;
  const take = function* (isEnd: boolean): Generator<FileHit> {
    const certain = isEnd ? text.length : text.length - OVERLAP_CHARACTERS;
    let done = 0;
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
      if (found.index >= certain) break;
      pass(found.index);
      if (line !== lastLine) {
        lastLine = line;
        lines += 1;
        yield { path, line, byteOffset: bytes };
      }
      // At least the match is behind; what it holds is counted with the rest.
    }
    pass(Math.max(done, certain));
    text = text.slice(done);

    function pass(to: number): void {
      for (let feed = text.indexOf('\n', done); feed >= 0 && feed < to; feed = text.indexOf('\n', feed + 1)) line += 1;
      bytes += Buffer.byteLength(text.slice(done, to));
      done = to;
    }
  };
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES, signal });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    text += decoder.write(chunk);
    yield* take(false);
    if (lines >= MOST_LINES) return;
  }
  text += decoder.end();
  yield* take(true);
}
