import { SECTIONS, sectionNames } from './outlineHeadings';
import type { Section } from './outlineHeadings';
import { SUMMARY_SECTIONS } from './prompts';

/** Headings in summaries, as models and the outline write them. */

export interface Heading {
  /** 1 to 6 as in Markdown; bold lines are below those, and numbered lines below all others. */
  readonly level: number;
  /** 1 to 9 where it has one of these numbers. */
  readonly number: number | null;
  readonly title: string;
  /** Whether it may as well be an entry of a numbered list. */
  readonly isLikeEntry: boolean;
}

const BOLD_LEVEL = 7;
const NUMBERED_LEVEL = 8;

/** Longer lines are sentences. */
const LONGEST_LINE = 100;

/** Other names of sections: the reference's, and those that models are used to. In the order of the sections. */
const OTHER_NAMES: readonly (readonly string[])[] = [
  ['Goal', 'Goals', 'Primary request and intent', 'User intent'],
  ['Concepts', 'Key technical concepts', 'Conceptos y términos clave'],
  ['Files', 'Files and code sections', 'Archivos y rutas implicados'],
  ['Errors', 'Errors encountered', 'Errores encontrados y sus soluciones'],
  ['Problem solving', 'Enfoque de resolución de problemas'],
  ['User messages', 'All user messages'],
  ['Pending', 'To do', 'Todo', 'Todos', 'Open tasks'],
  ['Progress', 'Current work', 'Progreso actual del trabajo'],
  ['Next steps', 'Optional next step', 'Plan para el siguiente paso'],
];

const KNOWN = new Map<string, Section>();
for (const [position, section] of SECTIONS.entries()) {
  const names = sectionNames().map((sections) => sections[section]);
  for (const name of [...names, SUMMARY_SECTIONS[position] ?? '', ...(OTHER_NAMES[position] ?? [])]) {
    KNOWN.set(name.toLowerCase(), section);
  }
}

/** A line as a heading: one with a leading `#`, one that is bold alone, or a number with a title. Null for other lines. */
export function headingOf(line: string): Heading | null {
  const [, marks, marked] = /^(#{1,6})\s+(\S.*)$/.exec(line) ?? [];
  if (marks !== undefined && marked !== undefined)
    return { level: marks.length, isLikeEntry: false, ...numbered(marked) };
  if (line.length > LONGEST_LINE) return null;
  const bold = boldText(line);
  if (bold !== null) return { level: BOLD_LEVEL, isLikeEntry: false, ...numbered(bold) };
  const { number, title } = numbered(line);
  if (number === null) return null;
  const isBold = boldText(line.replace(/^\d\S*\s*/, '')) !== null;
  return { level: isBold ? BOLD_LEVEL : NUMBERED_LEVEL, number, title, isLikeEntry: true };
}

/** The section of that very name; null for any other title. */
export function sectionNamed({ title }: Heading): Section | null {
  return KNOWN.get(title.toLowerCase()) ?? null;
}

/** The section whose name a title begins with, as in "Files and paths touched so far". */
export function sectionOpening({ title }: Heading): Section | null {
  const lower = title.toLowerCase();
  for (const [name, section] of KNOWN) if (lower.startsWith(`${name} `)) return section;
  return null;
}

/** Whether it is a number and plain words: a heading only where those are a name we know. */
export function isPlainNumbered({ level }: Heading): boolean {
  return level === NUMBERED_LEVEL;
}

function boldText(line: string): string | null {
  const bare = line.replace(/[:：]$/, '');
  const [, text] = /^(?:\*\*|__)([^*]{1,100})(?:\*\*|__)$/.exec(bare) ?? [];
  return text ?? null;
}

function numbered(text: string): { readonly number: number | null; readonly title: string } {
  const [, digit, rest] = /^[*_]{0,2}([1-9])[.):：、．](?!\d)(.*)$/.exec(text) ?? [];
  const title = (rest ?? text).replace(/^[\s*_]+/, '').replace(/[\s*_#:：]+$/, '');
  return { number: digit === undefined ? null : Number(digit), title };
}
