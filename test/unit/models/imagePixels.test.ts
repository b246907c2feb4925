import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { imagePixels } from '../../../src/models/imagePixels';

/** One transparent pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

describe('imagePixels', () => {
  it('reads them where the image stands in a larger buffer', () => {
    expect(imagePixels(Buffer.concat([Buffer.alloc(7, 9), Buffer.from(PNG, 'base64')]).subarray(7))).toEqual({
      width: 1,
      height: 1,
    });
  });

  it.each([0, 1, 3, 8, 12])('takes nothing from behind the %i bytes it is given', (length) => {
    const memory = new Uint8Array(64).fill(1).fill(0, 0, 8);
    expect(imagePixels(memory.subarray(0, length))).toBe(null);
  });
});
