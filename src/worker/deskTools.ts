import type { MessageCounter } from '../engine/messageCounter';
import type { CalibrationSample } from '../engine/tokens/calibrationBook';
import type { SessionWorkerEvents } from './api';

/** What a desk is given: the one in a worker and the one in a test differ here only. */
export interface DeskTools {
  /** A counter for a model's texts; the same object for models of one encoding. */
  counterFor(model: string): Promise<MessageCounter>;
  /** Learns from what a provider reported of one call. */
  readonly observe: (model: string, sample: CalibrationSample) => void;
  /** How far estimates of a model were off lately, as a share. */
  readonly errorBandOf: (model: string) => number;
  emit<Name extends keyof SessionWorkerEvents>(name: Name, value: SessionWorkerEvents[Name]): void;
}
