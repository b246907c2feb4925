/** Width and height in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const OPENAI_SQUARE = 2048;
const OPENAI_SHORTEST_EDGE = 768;
const OPENAI_TILE = 512;
const OPENAI_PATCH = 32;
const ANTHROPIC_PATCH = 28;

/** Squares of `edge` pixels that cover the image. */
export function tilesOver({ width, height }: ImageSize, edge: number): number {
  return squares(width, edge) * squares(height, edge);
}

/**
 * A base and so much for each tile of 512 pixels, after shrinking into 2 048 by 2 048 and to a shortest edge of 768, as
 * OpenAI does.
 */
export function tileTokens(size: ImageSize, base: number, perTile: number): number {
  const inSquare = shrink(size, OPENAI_SQUARE / Math.max(size.width, size.height));
  const shrunk = shrink(inSquare, OPENAI_SHORTEST_EDGE / Math.min(inSquare.width, inSquare.height));
  return base + perTile * tilesOver(shrunk, OPENAI_TILE);
}

/**
 * A multiplier for each patch of 32 pixels, as OpenAI has it. An image of more patches than that is shrunk to them, and
 * then a little more, until one of its edges is a whole number of patches.
 */
export function patchTokens(size: ImageSize, patches: number, multiplier: number): number {
  if (tilesOver(size, OPENAI_PATCH) <= patches) return Math.ceil(multiplier * tilesOver(size, OPENAI_PATCH));
  const shrunk = shrink(size, Math.sqrt((patches * OPENAI_PATCH ** 2) / (size.width * size.height)));
  const whole = (pixels: number): number => Math.max(1, Math.floor(pixels / OPENAI_PATCH)) / (pixels / OPENAI_PATCH);
  const fitted = shrink(shrunk, Math.min(whole(shrunk.width), whole(shrunk.height)));
  return Math.ceil(multiplier * Math.min(patches, tilesOver(fitted, OPENAI_PATCH)));
}

/**
 * One token for each patch of 28 pixels, as Anthropic has it, of the largest image of these proportions with no edge
 * longer and no more tokens than the most.
 */
export function anthropicTokens(size: ImageSize, most: { readonly edge: number; readonly tokens: number }): number {
  const onEdge = shrink(size, most.edge / Math.max(size.width, size.height));
  const tokens = (factor: number): number => tilesOver(shrink(onEdge, factor), ANTHROPIC_PATCH);
  if (tokens(1) <= most.tokens) return tokens(1);
  let fits = 0;
  let tooLarge = 1;
  // Twenty halvings tell apart less than a pixel.
  for (let step = 0; step < 20; step++) {
    const middle = (fits + tooLarge) / 2;
    if (tokens(middle) <= most.tokens) fits = middle;
    else tooLarge = middle;
  }
  return tokens(fits);
}

function squares(pixels: number, edge: number): number {
  // Rounded first: 768 may come out of the scaling as 768.0000000001. A thin image may shrink to nothing.
  return Math.ceil(Math.max(1, Math.round(pixels)) / edge);
}

function shrink({ width, height }: ImageSize, factor: number): ImageSize {
  return factor < 1 ? { width: width * factor, height: height * factor } : { width, height };
}
