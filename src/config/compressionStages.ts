import type { CompressionStage } from '../engine/settings';
import type { CompressionOptions } from './compressionOptions';
import { loweredTarget } from './loweredTarget';

/** A stage as it holds, and the target it was given. */
interface ResolvedStage {
  readonly stage: CompressionStage;
  readonly wantedTarget: number;
}

/** The stages that options come to: ascending, one for each threshold, each target below its threshold. */
export function stagesOf({ stages, thresholdTokens, targetTokens }: CompressionOptions): ResolvedStage[] {
  const wanted = stages.length === 0 ? [{ thresholdTokens, targetTokens }] : stages;
  const targets = new Map(wanted.map((stage) => [stage.thresholdTokens, stage.targetTokens]));
  return [...targets]
    .sort(([a], [b]) => a - b)
    .map(([threshold, target]) => ({
      stage: {
        thresholdTokens: threshold,
        targetTokens: target < threshold ? target : Math.floor(loweredTarget(threshold)),
      },
      wantedTarget: target,
    }));
}

/** @param path the level that names the stages */
export function stageWarnings(options: CompressionOptions, path: string): string[] {
  return stagesOf(options)
    .filter(({ stage, wantedTarget }) => stage.targetTokens !== wantedTarget)
    .map(
      ({ stage, wantedTarget }) =>
        `${path}: the target of ${String(wantedTarget)} tokens must be below its threshold of ${String(stage.thresholdTokens)}; ${String(stage.targetTokens)} is used.`,
    );
}
