import { type EstimateCalibration, UNCALIBRATED } from '../engine/tokens/calibration';
import type { ModelFamily } from './modelFamily';

/**
 * Tokens of a family for each token of o200k_base before any call was made, by kind of content. What providers report
 * takes their place call by call.
 *
 * Gemini, DeepSeek, Llama and Qwen: measured over the texts of `estimateSamples.ts` with the public tokenizers of
 * Gemma 3 (which Gemini is said to share), DeepSeek V3, Llama 3 and Qwen 3; English has most of the weight in `latin`.
 * Claude to 4.6: 16 % more than GPT-4o for English articles and 30 % more for Python (VentureBeat, "Hidden costs in AI
 * deployment", May 2025). Claude from 4.7 on: 20 to 45 % more than 4.6 for English, 13 to 36 % for code, nothing for
 * Chinese and Japanese (independent measurements with Anthropic's token counting, April 2026; Anthropic itself says up
 * to 35 %).
 */
const STARTING: Readonly<Partial<Record<ModelFamily, EstimateCalibration>>> = {
  claude: { latin: 1.16, cjk: 1, code: 1.3, base64: 1 },
  claudeNew: { latin: 1.5, cjk: 1, code: 1.6, base64: 1 },
  gemini: { latin: 1, cjk: 0.78, code: 1.16, base64: 1.03 },
  deepseek: { latin: 1.04, cjk: 0.81, code: 1.03, base64: 1.02 },
  llama: { latin: 1.05, cjk: 0.96, code: 0.99, base64: 1.04 },
  qwen: { latin: 1.05, cjk: 0.83, code: 1.03, base64: 1.08 },
};

/** Where the estimates for a family start. Families nobody has published figures for start as o200k_base counts. */
export function startingCalibration(family: ModelFamily): EstimateCalibration {
  return STARTING[family] ?? UNCALIBRATED;
}
