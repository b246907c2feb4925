import { NOTHING } from './earlierSummary';
import type { IndexedMessage } from './factRanking';
import type { Language } from './languageWords';
import type { LiveState } from './liveState';
import { SECTIONS, wordsFor } from './outlineHeadings';
import type { Section } from './outlineHeadings';
import { outlineItems } from './outlineItems';
import type { OutlineItems } from './outlineItems';
import { PickedText } from './pickedText';

export interface OutlineInput {
  readonly messages: readonly IndexedMessage[];
  /** What stands for still earlier messages; its lines are carried on. Without its list of facts, which is made anew. */
  readonly earlierSummary: string | null;
  readonly live: LiveState;
  readonly language: Language;
  /** Most tokens the outline may take. */
  readonly budgetTokens: number;
  readonly countText: (text: string) => number;
}

/** In the order they get room; the share is what a section may take before all others had theirs. */
const SHARES: readonly (readonly [Section, number])[] = [
  ['pending', 0.1],
  ['userMessages', 0.2],
  ['goals', 0.07],
  ['files', 0.28],
  ['errors', 0.12],
  ['nextStep', 0.05],
  ['progress', 0.08],
  ['approach', 0.06],
  ['concepts', 0.04],
];

/** Items of one section that are looked at. */
const MOST_ITEMS = 2_000;

/** Items set one after another in one line, as they are names. */
const SEPARATORS: Readonly<Partial<Record<Section, string>>> = { files: ' ', concepts: ', ' };

/** What is to be done, and what the user ordered for good, may take this share each before anything else. */
const BINDING_SHARE = 0.4;

/** Headings of sections with nothing in them are worth having where all nine take no more than this share. */
const HEADINGS_SHARE = 0.2;

/** Items that may be too long for the room, one after another, before a section is full. */
const MOST_MISFITS = 12;

/**
 * A summary made without a model: the nine sections of a summary, filled with pieces of the messages as they stand there,
 * the most useful first. At most `budgetTokens`; empty where not even one item fits.
 */
export function outlineOf(input: OutlineInput): string {
  let chosen = new OutlineFill(outlineItems(input), input).chosen();
  for (;;) {
    for (const text of renderings(chosen, input)) if (input.countText(text) <= input.budgetTokens) return text;
    const shorter = withoutLast(chosen);
    if (shorter === null) return '';
    chosen = shorter;
  }
}

type Chosen = Readonly<Record<Section, readonly string[]>>;

/** Deals the budget out to the sections. */
class OutlineFill {
  private readonly picked = Object.fromEntries(SECTIONS.map((section) => [section, [] as string[]])) as Record<
    Section,
    string[]
  >;
  /** Everything picked, to see what stands there already. */
  private readonly text = new PickedText();
  /** Of each section, which items stand in the text, by their place: they stand there from then on. */
  private readonly settled = Object.fromEntries(SECTIONS.map((section) => [section, [] as boolean[]])) as Record<
    Section,
    boolean[]
  >;
  private left: number;
  /** Tokens of headings that are not paid for yet. */
  private readonly headings = new Map<Section, number>();

  constructor(
    private readonly items: OutlineItems,
    private readonly input: OutlineInput,
  ) {
    this.left = Math.floor(input.budgetTokens);
    const { sections } = wordsFor(input.language);
    for (const section of SECTIONS) {
      this.headings.set(section, input.countText(block(section, sections[section], [])) + 1);
    }
    const tokens = [...this.headings.values()].reduce((sum, heading) => sum + heading);
    if (tokens > this.left * HEADINGS_SHARE) return;
    this.left -= tokens;
    this.headings.clear();
  }

  chosen(): Chosen {
    const room = this.left;
    this.fill('pending', room * BINDING_SHARE);
    this.fill('userMessages', room * BINDING_SHARE, this.items.orders);
    for (const [section, share] of SHARES) this.fill(section, room * share);
    for (const [section] of SHARES) this.fill(section, this.left);
    return this.picked;
  }

  /** Adds to a section what `limit` tokens hold, of its first `end` items. */
  private fill(section: Section, limit: number, end = MOST_ITEMS): void {
    const settled = this.settled[section];
    let space = Math.min(limit, this.left);
    let misfits = 0;
    for (const [place, item] of this.items.sections[section].entries()) {
      if (place >= end || misfits >= MOST_MISFITS || space < 2) return;
      if (settled[place] === true) continue;
      if (this.stands(section, item)) {
        settled[place] = true;
        continue;
      }
      const cost = this.costOf(section, item);
      if (cost > space) {
        misfits += 1;
        continue;
      }
      settled[place] = true;
      space -= cost;
      this.left -= cost;
      this.headings.delete(section);
      this.text.add(item);
      this.picked[section].push(item);
    }
  }

  /** A path that is the end of a longer one, a sentence that was quoted already. A term is a term also where it is used. */
  private stands(section: Section, item: string): boolean {
    return section === 'concepts' ? this.picked.concepts.includes(item) : this.text.holds(item);
  }

  private costOf(section: Section, item: string): number {
    const separator = separatorOf(section, item);
    const tokens = this.input.countText(separator === undefined ? `- ${item}\n` : `${separator}${item}`);
    return tokens + (this.headings.get(section) ?? 0);
  }
}

/** What stands before an item in the line it shares; none for one with spaces, which has a line of its own. */
function separatorOf(section: Section, item: string): string | undefined {
  return /\s/.test(item) ? undefined : SEPARATORS[section];
}

/** Without the last item of the section that matters least; null where nothing is left. */
function withoutLast(chosen: Chosen): Chosen | null {
  const section = SHARES.map(([name]) => name).findLast((name) => chosen[name].length > 0);
  return section === undefined ? null : { ...chosen, [section]: chosen[section].slice(0, -1) };
}

/** With the headings of empty sections, where there is room for them, and without. */
function* renderings(chosen: Chosen, { language }: OutlineInput): Generator<string> {
  const { sections } = wordsFor(language);
  const filled = SECTIONS.filter((section) => chosen[section].length > 0);
  const rendered = (shown: readonly Section[]): string =>
    shown.map((section) => block(section, sections[section], chosen[section])).join('\n');
  if (filled.length > 0) yield rendered(SECTIONS);
  yield rendered(filled);
}

function heading(section: Section, name: string): string {
  return `## ${SECTIONS.indexOf(section) + 1}. ${name}\n`;
}

function block(section: Section, name: string, items: readonly string[]): string {
  if (items.length === 0) return heading(section, name) + NOTHING;
  const names = items.filter((item) => separatorOf(section, item) !== undefined);
  const entries = items.filter((item) => separatorOf(section, item) === undefined).map((item) => `- ${item}`);
  const line = names.join(SEPARATORS[section]);
  return heading(section, name) + [...(line === '' ? [] : [line]), ...entries].join('\n');
}
