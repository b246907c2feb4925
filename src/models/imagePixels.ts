import { imageSize } from 'image-size';

/**
 * Width and height of an image in pixels, which decide what it costs; null where the bytes are no image that is known.
 *
 * @param bytes its beginning at least
 */
export function imagePixels(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  try {
    // The library reads on behind a view, into whatever else its buffer holds; behind a copy there is nothing.
    const { width, height } = imageSize(Uint8Array.from(bytes));
    return width > 0 && height > 0 ? { width, height } : null;
  } catch {
    return null;
  }
}
