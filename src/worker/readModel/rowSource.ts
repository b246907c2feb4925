import type { Fate, Layer } from '../../engine/decision';
import type { DecisionLog } from './decisionLog';
import type { FileProblems } from './fileProblems';
import type { KeptMessages } from './keptMessages';
import type { LedgerReader } from './ledgerReader';
import type { MessageFacts } from './messageFacts';
import type { RowVersions } from './rowVersions';

/** What an index is built from. The ledger may be behind nothing, the facts must be level with it. */
export interface RowSource {
  readonly ledger: LedgerReader;
  readonly facts: MessageFacts;
  readonly log: DecisionLog;
  readonly kept: KeptMessages;
  readonly versions: RowVersions;
  readonly problems: FileProblems;
  /** The ledger of the other track; null where there is none, or it is not complete. */
  readonly other: LedgerReader | null;
  /** What it is told beside, where it is the session as it was at a call; else null. */
  readonly earlier: EarlierState | null;
}

/** A session at the call before the one that is looked at. */
export interface EarlierState {
  /** Messages there were. */
  readonly length: number;
  /** Messages whose fate was changed since, by index. */
  readonly changed: ReadonlySet<number>;
}

/** The fate of a message on the other track; null where it is the same, or not known. */
export function otherFate(index: number, { ledger, other }: Pick<RowSource, 'ledger' | 'other'>): Fate | null {
  if (other === null || index >= other.length) return null;
  const { fate } = other.state(index);
  return fate === ledger.state(index).fate ? null : fate;
}

/** What messages would be under what-if. */
export interface WhatIfFates {
  /** Names the request they are of. */
  readonly id: string;
  /** Null for a message that is not known. */
  at(index: number): Fate | null;
}

/** The fate of a message under what-if; null where it is the same, or not known. */
export function fateUnderWhatIf(index: number, ledger: LedgerReader, whatIf: WhatIfFates | null): Fate | null {
  const fate = whatIf?.at(index) ?? null;
  return fate === ledger.state(index).fate ? null : fate;
}

/** What was wrong with the record a message was read from; undefined where nothing was. */
export function problemOf(
  index: number,
  { ledger, problems }: Pick<RowSource, 'ledger' | 'problems'>,
): string | undefined {
  return problems.reasonOf(ledger.message(index), ledger.message(ledger.length - 1));
}

/** Layers of the decisions that hold for a message. */
export function layersOf(index: number, { ledger, log }: Pick<RowSource, 'ledger' | 'log'>): readonly Layer[] {
  return ledger.state(index).decisionIds.flatMap((id) => {
    const place = log.placeOf(id);
    return place === null ? [] : [log.at(place).decision.layer];
  });
}
