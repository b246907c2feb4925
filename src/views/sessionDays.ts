/** Sessions of one day. */
export interface DayGroup<Session> {
  /** The day in the local time of the user, `2026-01-31`. */
  readonly day: string;
  /** 0 for today; below for a clock that was put back. */
  readonly daysAgo: number;
  readonly sessions: readonly Session[];
}

const DAY_MILLISECONDS = 86_400_000;

/**
 * Groups sessions by the local day they were last changed on.
 * @param sessions newest first; so are the groups
 */
export function byDay<Session extends { readonly updatedAt: number }>(
  sessions: readonly Session[],
  now: Date,
): DayGroup<Session>[] {
  const today = dayNumber(now);
  const groups = new Map<number, Session[]>();
  for (const session of sessions) {
    const day = dayNumber(new Date(session.updatedAt));
    const ofDay = groups.get(day) ?? [];
    ofDay.push(session);
    groups.set(day, ofDay);
  }
  return [...groups].map(([day, ofDay]) => ({
    day: new Date(day * DAY_MILLISECONDS).toISOString().slice(0, 10),
    daysAgo: today - day,
    sessions: ofDay,
  }));
}

/** Days since the epoch of a local date; a day with a change to summer time counts as one. */
function dayNumber(date: Date): number {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MILLISECONDS);
}
