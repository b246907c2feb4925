import type { JournalEntry } from '../engine/journal';
import type { JournalFold } from '../engine/journalFold';
import { TimeSlices } from './timeSlices';

/** Folds entries and lets others use the thread meanwhile. The fold must be left alone until this resolves. */
export async function foldInSlices(fold: JournalFold, entries: readonly JournalEntry[]): Promise<void> {
  const slices = new TimeSlices();
  for (const _step of fold.foldInSteps(entries)) {
    const pause = slices.item();
    if (pause !== null) await pause;
  }
}
