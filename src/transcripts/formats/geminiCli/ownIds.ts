import type { UniqueIds } from '../../uniqueIds';

/** Ids of the messages of one record, made as they are asked for; another copy of the record has the same. */
export class OwnIds {
  /** Of the record's own message. */
  readonly own: string;
  /** Of the result of the first call; few records have more. */
  private first: string | null = null;
  /** Of those of the other calls, by their number. */
  private others: Map<number, string> | null = null;

  constructor(
    private readonly ids: UniqueIds,
    wanted: string,
  ) {
    this.own = ids.take(wanted);
  }

  /** Of the result of the record's call of a number, from 0. */
  ofResult(position: number): string {
    if (position === 0) return (this.first ??= this.ids.takePart(this.own, 0));
    this.others ??= new Map();
    const known = this.others.get(position);
    if (known !== undefined) return known;
    const id = this.ids.takePart(this.own, position);
    this.others.set(position, id);
    return id;
  }
}
