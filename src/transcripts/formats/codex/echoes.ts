import type { Slot } from '../../growingHistory';

/** An echo stands beside what it repeats; older ones are not waited for. */
const MAXIMUM_WAITING = 16;

/**
 * Codex writes what is said twice, for the model and for its own screen, in either order. Each record of one kind stands
 * for one of the other, so that a text that is really said twice stays twice.
 */
export class Echoes {
  /** Texts for the model that wait for their echo. */
  private readonly items: string[] = [];
  /** Echoes that came first, with the messages that stand in for them. */
  private readonly events: { readonly text: string; readonly slot: Slot }[] = [];

  /** @param allowsMore whether what the model gets may be more than what is shown: the editor's context beside it */
  constructor(private readonly allowsMore: boolean) {}

  /** The stand-in of the echo that this text repeats, if it came already. */
  takeEvent(text: string): Slot | null {
    const item = text.trim();
    if (this.events.length > 0) {
      const [taken] = take(this.events, (event) => event.text === item) ?? this.takePart(this.events, item) ?? [];
      if (taken !== undefined) return taken.slot;
    }
    push(this.items, item);
    return null;
  }

  /** Whether an echo repeats a text that came already. */
  takesItem(text: string): boolean {
    const event = text.trim();
    const exact = take(this.items, (item) => item === event);
    return (exact ?? (this.allowsMore ? take(this.items, (item) => holds(item, event)) : null)) !== null;
  }

  wait(text: string, slot: Slot): void {
    push(this.events, { text: text.trim(), slot });
  }

  clear(): void {
    this.items.length = 0;
    this.events.length = 0;
  }

  private takePart(events: Echoes['events'], item: string): Echoes['events'] | null {
    return this.allowsMore ? take(events, ({ text }) => holds(item, text)) : null;
  }
}

function holds(item: string, event: string): boolean {
  return event !== '' && item.includes(event);
}

function take<Value>(list: Value[], matches: (value: Value) => boolean): Value[] | null {
  const position = list.findIndex(matches);
  return position < 0 ? null : list.splice(position, 1);
}

function push<Value>(list: Value[], value: Value): void {
  list.push(value);
  if (list.length > MAXIMUM_WAITING) list.shift();
}
