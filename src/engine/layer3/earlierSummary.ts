import { FACTS_HEADING } from './factsList';
import { STATE_HEADING } from './liveState';
import { SECTIONS, sectionOf } from './outlineHeadings';
import type { Section } from './outlineHeadings';
import { linesOf } from './sentences';

/** Stands where a section has nothing to say. */
export const NOTHING = '–';

/** Marks of a list, which the next summary sets again. */
const BULLET = /^(?:[-*•+]|\d{1,3}[.)])\s+/;

/** What stands above a summary: how much it stands for, and where the originals are. */
const NOTICE = /^\[(?:summary of|context compacted:) \d/;

/**
 * The lines of an earlier summary by section, without their marks. What stands under no heading we know is part of the
 * progress made.
 */
export function earlierItems(summary: string | null): Readonly<Record<Section, readonly string[]>> {
  const items = Object.fromEntries(SECTIONS.map((section) => [section, [] as string[]])) as Record<Section, string[]>;
  let section: Section | null = 'progress';
  for (const line of linesOf(summary ?? '')) {
    const opened = sectionOf(line);
    if (opened !== null) section = opened;
    // Facts and state are made anew each time.
    else if (line === FACTS_HEADING || line === STATE_HEADING) section = null;
    if (opened !== null || section === null) continue;
    const bare = line.replace(BULLET, '');
    if (bare === '' || bare === NOTHING || line.startsWith('#') || NOTICE.test(line)) continue;
    // The outline sets paths one after another.
    if (section === 'files' && bare === line) items.files.push(...bare.split(' ').filter((path) => path !== ''));
    else items[section].push(bare);
  }
  return items;
}
