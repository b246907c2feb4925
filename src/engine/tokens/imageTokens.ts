import { anthropicTokens, type ImageSize, patchTokens, tilesOver, tileTokens } from './imageGrids';

/** Ways of charging for an image; each holds for the models that `imageRuleFor` names. */
export type ImageRule =
  | 'anthropic'
  | 'anthropicHighResolution'
  | 'gemini'
  | 'gemini3'
  | 'grok'
  | 'openai'
  | 'openaiTiles4oMini'
  | 'openaiTiles5'
  | 'openaiTilesO'
  | 'openaiPatchesMini'
  | 'openaiPatchesNano'
  | 'openaiPatchesO4Mini'
  | 'openaiPatchesNew';

/** Tokens of an image whose size cannot be read: the most Claude charges up to 4.6, and about two large OpenAI images. */
const UNKNOWN_IMAGE_TOKENS = 1600;

/**
 * Tokens a provider charges for an image at full detail.
 *
 * @param size undefined, or without a positive width and height, when it is not known
 */
export function imageTokens(rule: ImageRule, size: ImageSize | undefined): number {
  // What Gemini 3 charges does not depend on the size.
  if (rule === 'gemini3') return GEMINI_3_IMAGE_TOKENS;
  if (size === undefined || !(size.width > 0 && size.height > 0)) return UNKNOWN_IMAGE_TOKENS;
  switch (rule) {
    // Source: Anthropic, "Vision": patches of 28 pixels; largest edge and most tokens by model.
    case 'anthropic':
      return anthropicTokens(size, { edge: 1568, tokens: 1568 });
    case 'anthropicHighResolution':
      return anthropicTokens(size, { edge: 2576, tokens: 4784 });
    case 'gemini':
      return geminiTokens(size);
    // Source: xAI, "Image understanding": 256 tokens for each tile of 448 pixels and one more, at most 1 792.
    case 'grok':
      return Math.min(1792, 256 * (tilesOver(size, 448) + 1));
    // Source for all of OpenAI: "Images and vision", calculating costs, `detail: high`: a base and so much a tile.
    case 'openai':
      return tileTokens(size, 85, 170);
    case 'openaiTiles4oMini':
      return tileTokens(size, 2833, 5667);
    case 'openaiTiles5':
      return tileTokens(size, 70, 140);
    case 'openaiTilesO':
      return tileTokens(size, 75, 150);
    // The same guide: a multiplier for each patch of 32 pixels.
    case 'openaiPatchesMini':
      return patchTokens(size, 1536, 1.62);
    case 'openaiPatchesNano':
      return patchTokens(size, 1536, 2.46);
    case 'openaiPatchesO4Mini':
      return patchTokens(size, 1536, 1.72);
    // The multiplier is what users of the API were charged (OpenAI's developer forum, March 2026); the guide has none.
    case 'openaiPatchesNew':
      return patchTokens(size, 2500, 1.2);
  }
}

/** Source: Google, "Media resolution": images of Gemini 3 at their default. */
const GEMINI_3_IMAGE_TOKENS = 1120;

/** Source: Google, "Understand and count tokens" and "Image understanding": a small image, and each tile of a larger. */
const GEMINI_TILE_TOKENS = 258;
const GEMINI_SMALL_EDGE = 384;
const GEMINI_LEAST_TILE = 256;
const GEMINI_LARGEST_TILE = 768;

function geminiTokens({ width, height }: ImageSize): number {
  if (width <= GEMINI_SMALL_EDGE && height <= GEMINI_SMALL_EDGE) return GEMINI_TILE_TOKENS;
  const edge = Math.floor(Math.min(width, height) / 1.5);
  const tile = Math.min(GEMINI_LARGEST_TILE, Math.max(GEMINI_LEAST_TILE, edge));
  return GEMINI_TILE_TOKENS * tilesOver({ width, height }, tile);
}
