import type { ImageRule } from '../engine/tokens/imageTokens';
import { modelFamily } from './modelFamily';

/** OpenAI's models by how they charge, from the tables of its guide "Images and vision". The first match holds. */
const OPENAI_RULES: readonly (readonly [RegExp, ImageRule])[] = [
  [/gpt-4o-mini/, 'openaiTiles4oMini'],
  [/gpt-4\.1-mini|gpt-5-mini/, 'openaiPatchesMini'],
  [/gpt-4\.1-nano|gpt-5-nano/, 'openaiPatchesNano'],
  [/o4-mini|codex-mini/, 'openaiPatchesO4Mini'],
  [/gpt-(?:5[-.][2-9]|[6-9])/, 'openaiPatchesNew'],
  [/gpt-5/, 'openaiTiles5'],
  [/(?:^|[/.:])o[1-9](?:-|$)/, 'openaiTilesO'],
];

/**
 * The rule by which images are charged for a model. Models of providers that publish none are taken to charge as GPT-4o
 * does.
 */
export function imageRuleFor(model: string): ImageRule {
  const name = model.trim().toLowerCase();
  const family = modelFamily(name);
  switch (family) {
    case 'claude':
      return 'anthropic';
    case 'claudeNew':
      return 'anthropicHighResolution';
    case 'gemini':
      return /gemini-[3-9]/.test(name) ? 'gemini3' : 'gemini';
    case 'grok':
      return 'grok';
    case 'openai':
      return OPENAI_RULES.find(([pattern]) => pattern.test(name))?.[1] ?? 'openai';
    case 'deepseek':
    case 'llama':
    case 'qwen':
    case 'other':
    case 'unknown':
    case 'none':
      return 'openai';
  }
}
