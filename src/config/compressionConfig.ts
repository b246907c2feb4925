import { MESSAGES_PLACEHOLDER } from '../engine/layer3/prompts';
import { count, flag, isRecord, text, type Check } from '../engine/fieldCheck';
import type { CompressionStage } from '../engine/settings';
import {
  LARGEST_TOKENS_PER_CHAR,
  type CompressionConfig,
  type CompressionPatch,
  type CompressionProfile,
  type CompressionProfiles,
  type CompressionRule,
  type CompressionScenarios,
} from './compressionOptions';
import type { Parsed, Problem } from './parsed';
import { checked, listOf, objectOf, recordOf, type Reader } from './reader';
import { camelCase, snakeCase } from './spelling';

/**
 * GoZen's JSON on compression, and the same in the names of Strata's settings: each name may be spelled in snake_case or
 * in camelCase. What is wrong or not known is named and left out; the rest is taken.
 */

const tokens: Check = (value) =>
  Number.isSafeInteger(value) && Number(value) > 0 ? null : 'must be a whole number above 0';

const tokensPerChar: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= LARGEST_TOKENS_PER_CHAR
    ? null
    : `must be a number from 0 to ${String(LARGEST_TOKENS_PER_CHAR)}`;

const prompt: Check = (value) =>
  text(value) ??
  (value === '' || String(value).includes(MESSAGES_PLACEHOLDER)
    ? null
    : `must hold ${MESSAGES_PLACEHOLDER}, where the conversation is put`);

const readStageFields = objectOf<Partial<CompressionStage>>({
  thresholdTokens: checked(tokens),
  targetTokens: checked(tokens),
});

const readStage: Reader<CompressionStage> = (value, path, problems) => {
  const stage = readStageFields(value, path, problems);
  if (stage === undefined) return undefined;
  const { thresholdTokens, targetTokens } = stage;
  if (thresholdTokens !== undefined && targetTokens !== undefined) return { thresholdTokens, targetTokens };
  // A name that is there but wrong has been told of.
  const isGiven = (name: string): boolean =>
    isRecord(value) && Object.keys(value).some((key) => camelCase(key) === name);
  for (const name of ['thresholdTokens', 'targetTokens']) {
    if (!isGiven(name)) problems.push({ path, fault: `must have ${snakeCase(name)} (or ${name})`, kind: 'wrong' });
  }
  return undefined;
};

const readStages = listOf(readStage);

const readPatch = objectOf<CompressionPatch>({
  enabled: checked(flag),
  thresholdTokens: checked(tokens),
  targetTokens: checked(tokens),
  summarizerModel: checked(text),
  preserveRecentMessages: checked(count),
  tokensPerChar: checked(tokensPerChar),
  customPrompt: checked(prompt),
  stages: readStages,
});

const ruleFields = { providers: listOf(checked<string>(text)), compression: readPatch };

const readProfiles = recordOf<CompressionProfile>(
  objectOf<CompressionProfile>({
    ...ruleFields,
    scenarios: objectOf<CompressionScenarios>({
      longContext: objectOf<CompressionRule>(ruleFields),
      default: objectOf<CompressionRule>(ruleFields),
    }),
  }),
);

const readConfig = objectOf<CompressionConfig>({ compression: readPatch, profiles: readProfiles });

/** The options of one level: what stands under `compression`, and the body of the gateway's PUT. */
export function parseCompressionPatch(value: unknown, path = ''): Parsed<CompressionPatch> {
  return parse(readPatch, {}, value, path);
}

export function parseCompressionStages(value: unknown, path = ''): Parsed<readonly CompressionStage[]> {
  return parse(readStages, [], value, path);
}

export function parseCompressionProfiles(value: unknown, path = ''): Parsed<CompressionProfiles> {
  return parse(readProfiles, {}, value, path);
}

/** A whole configuration: `{"compression": {…}, "profiles": {…}}`. */
export function parseCompressionConfig(value: unknown, path = ''): Parsed<CompressionConfig> {
  return parse(readConfig, {}, value, path);
}

function parse<Value>(read: Reader<Value>, empty: Value, value: unknown, path: string): Parsed<Value> {
  const problems: Problem[] = [];
  return { value: read(value, path, problems) ?? empty, problems };
}
