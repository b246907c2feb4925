import { describe, expect, it } from 'vitest';
import { imageRuleFor } from '../../../src/models/imageRuleFor';
import { isCountedExactly, modelFamily } from '../../../src/models/modelFamily';
import { startingCalibration } from '../../../src/models/startingCalibration';

describe('modelFamily', () => {
  it.each([
    ['', 'none'],
    ['offline', 'none'],
    ['gpt-4o', 'openai'],
    ['openai/gpt-5', 'openai'],
    ['ft:gpt-4o-mini:org', 'openai'],
    ['chatgpt-4o-latest', 'openai'],
    ['gpt-oss:20b', 'openai'],
    ['o3', 'openai'],
    ['azure/o4-mini', 'openai'],
    ['codex-mini-latest', 'openai'],
    ['claude-3-5-sonnet-20241022', 'claude'],
    ['anthropic/claude-sonnet-4.5', 'claude'],
    ['claude-sonnet-4-20250514', 'claude'],
    ['claude-opus-4-6', 'claude'],
    ['claude-opus-4-7', 'claudeNew'],
    ['claude-opus-4.8', 'claudeNew'],
    ['us.anthropic.claude-opus-5-v1:0', 'claudeNew'],
    ['claude-sonnet-5', 'claudeNew'],
    ['google/gemini-2.5-pro', 'gemini'],
    ['gemma3:12b', 'gemini'],
    ['deepseek/deepseek-chat', 'deepseek'],
    ['deepseek-r1-distill-llama-70b', 'llama'],
    ['deepseek-r1-distill-qwen-32b', 'qwen'],
    ['qwq-32b', 'qwen'],
    ['grok-4', 'grok'],
    ['mistral-large-latest', 'other'],
    ['kimi-k2', 'other'],
    ['z-ai/glm-4.6', 'other'],
    ['foo3', 'unknown'],
    ['my-own-model', 'unknown'],
  ])('%s is of %s', (model, family) => {
    expect(modelFamily(model)).toBe(family);
  });

  it('counts exactly for OpenAI, and where no model is named', () => {
    expect(['gpt-4', 'o3', '', 'offline'].every((model) => isCountedExactly(modelFamily(model)))).toBe(true);
    expect(['claude-3', 'grok-4', 'my-own-model'].some((model) => isCountedExactly(modelFamily(model)))).toBe(false);
  });
});

it.each([
  ['claude', { latin: 1.16, cjk: 1, code: 1.3, base64: 1 }],
  ['claudeNew', { latin: 1.5, cjk: 1, code: 1.6, base64: 1 }],
  ['gemini', { latin: 1, cjk: 0.78, code: 1.16, base64: 1.03 }],
  ['deepseek', { latin: 1.04, cjk: 0.81, code: 1.03, base64: 1.02 }],
  ['llama', { latin: 1.05, cjk: 0.96, code: 0.99, base64: 1.04 }],
  ['qwen', { latin: 1.05, cjk: 0.83, code: 1.03, base64: 1.08 }],
  ['other', { latin: 1, cjk: 1, code: 1, base64: 1 }],
  ['unknown', { latin: 1, cjk: 1, code: 1, base64: 1 }],
] as const)('estimates for %s start from published figures', (family, calibration) => {
  expect(startingCalibration(family)).toEqual(calibration);
});

it.each([
  ['', 'openai'],
  ['gpt-4o', 'openai'],
  ['gpt-4.1', 'openai'],
  ['gpt-4o-mini', 'openaiTiles4oMini'],
  ['gpt-5', 'openaiTiles5'],
  ['gpt-5.1', 'openaiTiles5'],
  ['openai/o3', 'openaiTilesO'],
  ['gpt-4.1-mini', 'openaiPatchesMini'],
  ['gpt-5-mini', 'openaiPatchesMini'],
  ['gpt-4.1-nano', 'openaiPatchesNano'],
  ['gpt-5-nano', 'openaiPatchesNano'],
  ['o4-mini', 'openaiPatchesO4Mini'],
  ['gpt-5.4', 'openaiPatchesNew'],
  ['gpt-6-sol', 'openaiPatchesNew'],
  ['claude-sonnet-4-5', 'anthropic'],
  ['claude-opus-4-7', 'anthropicHighResolution'],
  ['gemini-2.5-pro', 'gemini'],
  ['gemini-3-pro-preview', 'gemini3'],
  ['grok-4', 'grok'],
  ['my-own-model', 'openai'],
])('images of %s are charged by the rule %s', (model, rule) => {
  expect(imageRuleFor(model)).toBe(rule);
});
