import { FACTS_HEADING } from './factsList';
import { STATE_HEADING } from './liveState';
import { SECTIONS } from './outlineHeadings';
import type { Section } from './outlineHeadings';
import { linesOf } from './sentences';
import { headingOf, isPlainNumbered, sectionNamed, sectionOpening } from './summaryHeadings';
import type { Heading } from './summaryHeadings';

/** Stands where a section has nothing to say. */
export const NOTHING = '–';

/** Marks of a list, which the next summary sets again. */
const BULLET = /^(?:[-*•+]|\d{1,3}[.)])\s+/;

/** What stands above a summary: how much it stands for, and where the originals are. */
const NOTICE = /^\[(?:summary of|context compacted:) \d/;

/** The title of a summary as a whole. */
const DOCUMENT_TITLE =
  /^(?:\p{L}+ )?(?:summary|resumen|résumé|zusammenfassung|resumo|riassunto|摘要|总结|要約|요약|резюме)/iu;

/** Share of the words in a line that are paths where it is a list of them. */
const PATHS_SHARE = 0.75;

/**
 * The lines of an earlier summary by section, without their marks. What stands under no heading we know is part of the
 * progress made.
 */
export function earlierItems(summary: string | null): Readonly<Record<Section, readonly string[]>> {
  const reader = new SummaryReader();
  const lines = [...linesOf(summary ?? '')];
  const fences = lines.filter(isFence).length;
  // A block of code that never ends is none.
  let fencesLeft = fences - (fences % 2);
  let isInFence = false;
  for (const line of lines) {
    if (isFence(line) && fencesLeft > 0) {
      isInFence = !isInFence;
      fencesLeft -= 1;
    } else {
      reader.read(line, isInFence ? null : headingOf(line));
    }
  }
  return reader.items;
}

function isFence(line: string): boolean {
  return line.startsWith('```') || line.startsWith('~~~');
}

class SummaryReader {
  readonly items = Object.fromEntries(SECTIONS.map((section) => [section, [] as string[]])) as Record<
    Section,
    string[]
  >;
  /** Null for facts and state, which are made anew each time. */
  private section: Section | null = 'progress';
  /** Level of the heading that opened the last section; headings below it are part of the section. */
  private level: number | null = null;
  /** Number of that heading; above all others where it has none. */
  private number = 0;

  read(line: string, heading: Heading | null): void {
    if (line === FACTS_HEADING || line === STATE_HEADING) this.section = null;
    else if (heading === null || !this.open(heading)) this.add(line);
  }

  /** False where the line is no heading after all. */
  private open(heading: Heading): boolean {
    const named = sectionNamed(heading);
    if (named !== null) return this.enter(named, heading);
    if (isPlainNumbered(heading)) return false;
    const isBelow = this.level !== null && heading.level > this.level;
    const counted = isBelow ? null : this.countedSection(heading);
    if (counted !== null) return this.enter(counted, heading);
    // In facts and state entries look like this, and stand behind a bullet.
    if (heading.isLikeEntry) return false;
    const opened = heading.level <= 6 ? sectionOpening(heading) : null;
    if (opened !== null) this.enter(opened, heading);
    else if (!isBelow || this.section === null) this.section = 'progress';
    // Whoever wrote more than a name wrote it to be read.
    if (!DOCUMENT_TITLE.test(heading.title)) this.add(heading.title);
    return true;
  }

  private enter(section: Section, { level, number }: Heading): true {
    this.section = section;
    this.level = level;
    this.number = number ?? SECTIONS.length;
    return true;
  }

  /** The section of that number: a model that translates the headings leaves the numbers. */
  private countedSection({ number, isLikeEntry }: Heading): Section | null {
    if (number === null || (isLikeEntry && number <= this.number)) return null;
    return SECTIONS[number - 1] ?? null;
  }

  private add(line: string): void {
    const bare = line.replace(BULLET, '');
    if (this.section === null || bare === '' || bare === NOTHING || NOTICE.test(line)) return;
    // The outline sets names one after another.
    const names = bare === line ? namesIn(this.section, line) : [bare];
    this.items[this.section].push(...names);
  }
}

function namesIn(section: Section, line: string): readonly string[] {
  if (section === 'concepts') {
    const names = line.split(', ');
    return names.some((name) => /\s/.test(name)) ? [line] : names;
  }
  if (section !== 'files') return [line];
  const words = line.split(' ').filter((word) => word !== '');
  const paths = words.filter((word) => /[./\\~]/.test(word)).length;
  return paths < words.length * PATHS_SHARE || words.some((word) => /[.,:;!?)]$/.test(word)) ? [line] : words;
}
