import { Buffer } from 'node:buffer';
import type { MediaPart } from '../engine/message';
import { imagePixels } from '../models/imagePixels';

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
    // One without is counted as an image of ordinary size.
    ...(kind === 'image' ? imagePixels(Buffer.from(data.slice(0, HEADER_CHARACTERS), 'base64')) : null),
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
