import type { JournalEntry } from '../engine/journal';
import type { ModelOverrides } from '../models/profileOverrides';
import { TimeSlices } from '../session/timeSlices';
import { ChatTimeline } from '../worker/readModel/chatTimeline';

/** What the chat shows of a stored session; built piece by piece, so that others can use the thread meanwhile. */
export async function storedTimeline(
  entries: readonly JournalEntry[],
  overrides: ModelOverrides = {},
): Promise<ChatTimeline> {
  const timeline = new ChatTimeline(overrides);
  const slices = new TimeSlices();
  for (const entry of entries) {
    timeline.fold(entry);
    const pause = slices.item();
    if (pause !== null) await pause;
  }
  return timeline;
}
