import type { Message } from '../../engine/message';
import type { ExportItem } from './exportItem';

/** Messages of the history or of a context, with the results of one reply together; read once, in order. */
export interface GroupedSection {
  readonly scope: 'history' | 'context';
  /** Whether the file holds nothing else. */
  readonly isOnly: boolean;
  readonly groups: Iterable<readonly Message[]>;
}

/** The sections of an export, one after another. Each must be read to its end before the next. */
export function* messageGroups(items: Iterable<ExportItem>): Generator<GroupedSection, void> {
  const rest = items[Symbol.iterator]();
  let next = rest.next();
  while (next.done !== true) {
    const item = next.value;
    next = rest.next();
    if (item.type !== 'section') continue;
    yield { scope: item.scope, isOnly: item.isOnly, groups: groupsOfSection() };
  }

  function* groupsOfSection(): Generator<readonly Message[], void> {
    let results: Message[] = [];
    for (; next.done !== true && next.value.type !== 'section'; next = rest.next()) {
      if (next.value.type !== 'message') continue;
      const { message } = next.value.entry;
      if (message.role === 'tool') {
        results.push(message);
        continue;
      }
      if (results.length > 0) yield results;
      results = [];
      yield [message];
    }
    if (results.length > 0) yield results;
  }
}
