import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { print } from '../../../src/cli/print';

/** A stream that fails as a pipe whose reader is gone, or a full disk, does. */
function failing(code: string): Writable {
  return new Writable({
    write(_chunk, _encoding, callback) {
      callback(Object.assign(new Error(`write ${code}`), { code }));
    },
  });
}

describe('print', () => {
  it('takes a reader that left for no error', async () => {
    const stream = failing('EPIPE');
    await expect(print(stream, 'text')).resolves.toBeUndefined();
    // The event of the stream may come later, and must find a listener.
    expect(stream.listenerCount('error')).toBe(1);
  });

  it('fails where nothing can be written', async () => {
    await expect(print(failing('ENOSPC'), 'text')).rejects.toMatchObject({ name: 'OutputError' });
  });
});
