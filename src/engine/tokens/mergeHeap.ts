/** Positions are packed below the rank; 31 bits of position and 18 of rank fit the 53 that a number holds exactly. */
const POSITIONS = 2 ** 31;

/** Four children share a cache line, and the heap of a megabyte is ten levels deep instead of twenty. */
const CHILDREN = 4;

/**
 * A min-heap of proposed merges, lowest rank first and leftmost first among equals. A proposal is one number, rank and
 * position packed, so that the heap is one typed array and a comparison is one instruction.
 */
export class MergeHeap {
  #keys: Float64Array;
  #size = 0;

  /** @param capacity proposals to make room for at first; the heap grows when there are more */
  constructor(capacity: number) {
    this.#keys = new Float64Array(Math.max(capacity, 16));
  }

  /** Whether no proposal is left. */
  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** Adds a proposal to merge the part at `position` with its successor. */
  push(rank: number, position: number): void {
    if (this.#size === this.#keys.length) this.#grow();
    const key = rank * POSITIONS + position;
    let hole = this.#size++;
    while (hole > 0) {
      const parent = ((hole - 1) / CHILDREN) | 0;
      const parentKey = this.#keyAt(parent);
      if (parentKey <= key) break;
      this.#keys[hole] = parentKey;
      hole = parent;
    }
    this.#keys[hole] = key;
  }

  /** Takes the best proposal out of a heap that is not empty. See `rankOf` and `positionOf`. */
  pop(): number {
    const best = this.#keyAt(0);
    const key = this.#keyAt(--this.#size);
    let hole = 0;
    for (let child = 1; child < this.#size; child = CHILDREN * hole + 1) {
      const lowest = this.#lowestSibling(child);
      const lowestKey = this.#keyAt(lowest);
      if (lowestKey >= key) break;
      this.#keys[hole] = lowestKey;
      hole = lowest;
    }
    this.#keys[hole] = key;
    return best;
  }

  /** The lowest of the children of one parent, the first of which is at `first`. */
  #lowestSibling(first: number): number {
    const end = Math.min(first + CHILDREN, this.#size);
    let lowest = first;
    for (let sibling = first + 1; sibling < end; sibling++) {
      if (this.#keyAt(sibling) < this.#keyAt(lowest)) lowest = sibling;
    }
    return lowest;
  }

  #keyAt(index: number): number {
    return this.#keys[index] ?? 0;
  }

  #grow(): void {
    const keys = new Float64Array(this.#keys.length * 2);
    keys.set(this.#keys);
    this.#keys = keys;
  }
}

/** Position of a proposal. */
export function positionOf(proposal: number): number {
  return proposal % POSITIONS;
}

/** Rank of a proposal. */
export function rankOf(proposal: number): number {
  return Math.floor(proposal / POSITIONS);
}
