/** Provider families that price images differently. */
export type ImageRule = 'anthropic' | 'openai';

/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Tokens of an image whose size cannot be read: the most that Anthropic charges, and about two large OpenAI images. */
const UNKNOWN_IMAGE_TOKENS = 1600;

/**
 * Tokens a provider charges for an image at full detail.
 *
 * @param size undefined, or without a positive width and height, when it is not known
 */
export function imageTokens(rule: ImageRule, size: ImageSize | undefined): number {
  if (size === undefined || !(size.width > 0 && size.height > 0)) return UNKNOWN_IMAGE_TOKENS;
  switch (rule) {
    case 'anthropic':
      return anthropicTokens(size);
    case 'openai':
      return openaiTokens(size);
  }
}

/**
 * Width times height over 750, after shrinking to a longest edge of 1 568 pixels and to some 1 600 tokens.
 * Source: Anthropic, "Vision", sections on image size and image costs (docs.anthropic.com/en/docs/build-with-claude/vision).
 */
function anthropicTokens(size: ImageSize): number {
  const { width, height } = shrink(size, 1568 / Math.max(size.width, size.height));
  return Math.min(UNKNOWN_IMAGE_TOKENS, Math.ceil((width * height) / 750));
}

/**
 * 85 tokens and 170 for each tile of 512 pixels, after shrinking into 2 048 by 2 048 and to a shortest edge of 768.
 * Source: OpenAI, "Images and vision", calculating costs, `detail: high` of GPT-4o and GPT-4.1
 * (platform.openai.com/docs/guides/images-vision).
 */
function openaiTokens(size: ImageSize): number {
  const inSquare = shrink(size, 2048 / Math.max(size.width, size.height));
  const { width, height } = shrink(inSquare, 768 / Math.min(inSquare.width, inSquare.height));
  return 85 + 170 * tiles(width) * tiles(height);
}

function tiles(pixels: number): number {
  // Rounded first: 768 may come out of the scaling as 768.0000000001. A thin image may shrink to nothing.
  return Math.ceil(Math.max(1, Math.round(pixels)) / 512);
}

function shrink({ width, height }: ImageSize, factor: number): ImageSize {
  return factor < 1 ? { width: width * factor, height: height * factor } : { width, height };
}
