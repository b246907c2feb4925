import type { Folding } from '../../src/protocol/inspectorRows';

/** Turns folded one by one that are remembered; of more the oldest unfold again. */
const mostNamed = 5_000;

export const nothingFolded: Folding = { mode: 'named', turns: [] };

export const everythingFolded: Folding = { mode: 'allBut', turns: [] };

export function isFolded({ mode, turns }: Folding, turn: number): boolean {
  return turns.includes(turn) === (mode === 'named');
}

/** The same with one turn folded or not. */
export function withTurn(folding: Folding, turn: number, folded: boolean): Folding {
  if (isFolded(folding, turn) === folded) return folding;
  const { mode, turns } = folding;
  const others = turns.filter((other) => other !== turn);
  return { mode, turns: others.length < turns.length ? others : [...turns, turn].slice(-mostNamed) };
}
