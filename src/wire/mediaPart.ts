import { Buffer } from 'node:buffer';
import { imageSize } from 'image-size';
import type { MediaPart } from '../engine/message';

/** The size of an image stands near its start; 256 KiB of base64 leave room for a thumbnail and colour profile before it. */
const HEADER_CHARACTERS = 1 << 18;

/** A part for base64 content, with the pixels of an image, which decide what it costs. */
export function mediaPart(kind: MediaPart['kind'], mediaType: string, data: string, name?: string): MediaPart {
  return {
    type: 'media',
    kind,
    mediaType,
    data,
    ...(name === undefined ? {} : { name }),
    ...(kind === 'image' ? pixelsOf(data) : {}),
  };
}

/** A part for content that is only linked. */
export function linkedMediaPart(kind: MediaPart['kind'], mediaType: string, url: string): MediaPart {
  return { type: 'media', kind, mediaType, data: '', url };
}

/** What kind of content a media type is of. */
export function mediaKind(mediaType: string): MediaPart['kind'] {
  if (mediaType.startsWith('image/')) return 'image';
  return mediaType.startsWith('audio/') ? 'audio' : 'document';
}

function pixelsOf(data: string): { readonly width?: number; readonly height?: number } {
  try {
    const { width, height } = imageSize(Buffer.from(data.slice(0, HEADER_CHARACTERS), 'base64'));
    return width > 0 && height > 0 ? { width, height } : {};
  } catch {
    // Not an image this version knows; it is counted as one of ordinary size.
    return {};
  }
}
