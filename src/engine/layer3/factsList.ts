import { containersOf } from './factContainment';
import { isBinding } from './facts';
import type { Fact, FactKind } from './facts';

/** How the facts of one kind stand in the list. What holds no space needs no other mark between two. */
const LINES: readonly { readonly kind: FactKind; readonly label: string; readonly separator: string }[] = [
  { kind: 'instruction', label: 'Instructions', separator: '\n- ' },
  { kind: 'todo', label: 'Open todos', separator: '\n- ' },
  { kind: 'command', label: 'Commands', separator: ' · ' },
  { kind: 'error', label: 'Errors', separator: ' · ' },
  { kind: 'path', label: 'Paths', separator: ' ' },
  { kind: 'number', label: 'Numbers', separator: ', ' },
];

/** Opens the list. Later summaries know it by this and make the list anew. */
export const FACTS_HEADING = '## Facts';

/** A label with its colon and the line's end. */
const LABEL_TOKENS = 4;

/** Share of the budget that goes by rank alone; the rest goes to as many as it holds, the short ones first. */
const RANKED_SHARE = 0.5;

/** Times the list is made anew to use up its budget. */
const ROUNDS = 5;

/** Facts looked at for one list: a few for each token there is, as a list is made anew at every compaction. */
const CANDIDATES_PER_TOKEN = 4;
const FEWEST_CANDIDATES = 200;
const MOST_CANDIDATES = 1_500;

export interface FactsList {
  readonly text: string;
  /** The facts that stand in the text. */
  readonly listed: readonly Fact[];
}

/** The lists of facts in a text that holds them as paragraphs. */
export function factsListsIn(text: string): string[] {
  return text.split('\n\n').filter((paragraph) => paragraph.startsWith(FACTS_HEADING));
}

interface Candidate {
  readonly fact: Fact;
  readonly tokens: number;
  /** Candidates it is a part of. */
  readonly containers: readonly number[];
}

/**
 * A Markdown list of the facts, most useful first, never above `budgetTokens`. A fact that is part of another one in the
 * list stands there already. Empty where nothing fits.
 *
 * @param facts ranked, those that need no list left out
 */
export function factsList(
  facts: readonly Fact[],
  budgetTokens: number,
  countText: (text: string) => number,
): FactsList {
  const most = Math.min(MOST_CANDIDATES, Math.max(FEWEST_CANDIDATES, CANDIDATES_PER_TOKEN * budgetTokens));
  const considered = facts.slice(0, most).filter(({ text }) => !text.includes('\n'));
  const containers = containersOf(considered);
  const candidates = considered.map((fact, position) => ({
    fact,
    tokens: countText(` ${fact.text}`) + separatorTokens(fact),
    containers: containers[position] ?? [],
  }));
  const byLength = [...candidates.keys()].sort((a, b) => (candidates[a]?.tokens ?? 0) - (candidates[b]?.tokens ?? 0));
  let best: { readonly text: string; readonly chosen: ReadonlySet<number> } = { text: '', chosen: new Set() };
  let room = budgetTokens;
  let used = -1;
  for (let round = 0; round < ROUNDS; round += 1) {
    const chosen = choose({ candidates, byLength }, room);
    const text = textFor(considered.filter((_, position) => chosen.has(position)));
    const tokens = countText(text);
    if (tokens <= budgetTokens && tokens > used) {
      best = { text, chosen };
      used = tokens;
    }
    // Pieces counted one by one come to more than the whole, now and then to less.
    room += budgetTokens - tokens - (tokens > budgetTokens ? 1 : 0);
  }
  const { text, chosen } = best;
  return {
    text,
    listed: considered.filter((_, position) => chosen.has(position) || isPart(candidates[position], chosen)),
  };
}

interface Choice {
  readonly candidates: readonly Candidate[];
  /** Their positions, the short ones first. */
  readonly byLength: readonly number[];
}

/** Positions of what fits, in the order of the candidates. */
function choose(choice: Choice, budgetTokens: number): ReadonlySet<number> {
  const first = fill(choice, budgetTokens, new Set());
  // What turned out to be part of a longer fact gives its room to others.
  const whole = new Set([...first].filter((position) => !isPart(choice.candidates[position], first)));
  return whole.size === first.size ? first : fill(choice, budgetTokens, whole);
}

function fill({ candidates, byLength }: Choice, budgetTokens: number, kept: ReadonlySet<number>): Set<number> {
  const chosen = new Set<number>();
  const kinds = new Set<FactKind>();
  let left = budgetTokens - LABEL_TOKENS;
  const add = (position: number, candidate: Candidate): void => {
    const tokens = candidate.tokens + (kinds.has(candidate.fact.kind) ? 0 : LABEL_TOKENS);
    if (tokens > left) return;
    left -= tokens;
    kinds.add(candidate.fact.kind);
    chosen.add(position);
  };
  const addNew = (position: number, candidate: Candidate): void => {
    if (!chosen.has(position) && !isPart(candidate, chosen)) add(position, candidate);
  };
  for (const [position, candidate] of candidates.entries()) if (kept.has(position)) add(position, candidate);
  for (const [position, candidate] of candidates.entries()) {
    // What the user ordered and what is to be done has the whole budget before anything else.
    if (left < budgetTokens * (1 - RANKED_SHARE) && !isBinding(candidate.fact)) break;
    addNew(position, candidate);
  }
  for (const position of byLength) {
    const candidate = candidates[position];
    // Nor does any of those behind it fit.
    if (candidate === undefined || candidate.tokens > left) break;
    addNew(position, candidate);
  }
  return chosen;
}

function isPart(candidate: Candidate | undefined, chosen: ReadonlySet<number>): boolean {
  return candidate?.containers.some((container) => chosen.has(container)) ?? false;
}

function separatorTokens(fact: Fact): number {
  return fact.kind === 'path' ? 0 : isBinding(fact) ? 2 : 1;
}

function textFor(facts: readonly Fact[]): string {
  if (facts.length === 0) return '';
  const lines = [FACTS_HEADING];
  for (const { kind, label, separator } of LINES) {
    const texts = facts.filter((fact) => fact.kind === kind).map((fact) => fact.text);
    if (texts.length === 0) continue;
    const list = texts.join(separator);
    lines.push(separator.startsWith('\n') ? `${label}:${separator}${list}` : `${label}: ${list}`);
  }
  return lines.join('\n');
}
