import { Buffer } from 'node:buffer';
import type { MediaPart } from '../../engine/message';
import { imagePixels } from '../../models/imagePixels';
import { ToolError } from './tool';

/** Source: Anthropic, "Vision": at most 5 MB of base64 an image, which three quarters as many bytes make. OpenAI takes more. */
const MOST_BYTES = (5 * 1024 * 1024 * 3) / 4;

/** Source: the same; pixels of one side. */
const MOST_PIXELS = 8000;

interface ImageFormat {
  readonly name: string;
  readonly mediaType: string;
  readonly begins: (content: Buffer) => boolean;
  /** Whether the end is there. A provider refuses a damaged image, and with it every later request of the session. */
  readonly isWhole: (content: Buffer) => boolean;
}

const FORMATS: readonly ImageFormat[] = [
  {
    name: 'PNG',
    mediaType: 'image/png',
    begins: (content) => content.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47])),
    isWhole: (content) => content.lastIndexOf('IEND') > 0,
  },
  {
    name: 'JPEG',
    mediaType: 'image/jpeg',
    begins: (content) => content.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
    isWhole: (content) => content.lastIndexOf(Buffer.from([0xff, 0xd9])) > 0,
  },
  {
    name: 'GIF',
    mediaType: 'image/gif',
    begins: (content) => /^GIF8[79]a/.test(content.toString('latin1', 0, 6)),
    isWhole: (content) => content.lastIndexOf(0x3b) > 0,
  },
  {
    name: 'WebP',
    mediaType: 'image/webp',
    begins: (content) => /^RIFF[^]{4}WEBP/.test(content.toString('latin1', 0, 12)),
    isWhole: (content) => content.readUInt32LE(4) + 8 <= content.length,
  },
];

/**
 * An image as a model takes it, or null for what is none.
 * @throws ToolError `unsuitable` for a damaged image, and for one larger than providers take
 */
export function imagePart(bytes: Uint8Array, name: string): MediaPart | null {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = FORMATS.find(({ begins }) => begins(content));
  if (format === undefined) return null;
  const size = imagePixels(content);
  if (size === null || !format.isWhole(content)) {
    throw new ToolError('unsuitable', `${name} is a damaged ${format.name} image (${content.length} bytes).`);
  }
  const { width, height } = size;
  if (content.length > MOST_BYTES || Math.max(width, height) > MOST_PIXELS) {
    throw new ToolError(
      'unsuitable',
      `${name} is a ${format.name} image of ${width} × ${height} pixels and ${content.length} bytes, too large to be ` +
        `shown; at most ${MOST_PIXELS} pixels a side and ${MOST_BYTES} bytes are. Make a smaller copy with bash.`,
    );
  }
  return {
    type: 'media',
    kind: 'image',
    mediaType: format.mediaType,
    data: content.toString('base64'),
    name,
    width,
    height,
  };
}

/** What stands for the image where only text is shown. */
export function imageText({ mediaType, name = 'image', width = 0, height = 0, data }: MediaPart): string {
  return `[${name}: ${mediaType}, ${width} × ${height} pixels, ${Buffer.byteLength(data, 'base64')} bytes]`;
}
