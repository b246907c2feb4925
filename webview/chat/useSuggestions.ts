import { useEffect, useState } from 'preact/hooks';
import { t } from '../ui/text';
import type { ChatActions } from './chatActions';
import { mentionAt, mentionOf } from './mention';
import { matchingCommands } from './slashCommands';
import type { Suggestion } from './suggestionList';

export interface Suggestions {
  readonly label: string;
  readonly items: readonly Suggestion[];
  /** Position behind which an accepted one begins. */
  readonly from: number;
  readonly to: number;
}

const NONE: Suggestions = { label: '', items: [], from: 0, to: 0 };

/** What may be meant by what is typed before the caret: a command, or a file of the workspace. */
export function useSuggestions(text: string, caret: number, actions: ChatActions): Suggestions {
  const mention = mentionAt(text, caret);
  const query = mention?.query ?? null;
  const [paths, setPaths] = useState<{ readonly query: string; readonly found: readonly string[] } | null>(null);
  useEffect(() => {
    if (query === null) return undefined;
    let isWanted = true;
    void actions.findFiles(query).then((found) => {
      if (isWanted) setPaths({ query, found });
    });
    return () => {
      isWanted = false;
    };
  }, [query, actions]);
  if (mention !== null) {
    // Until the answer is there the last one stands, so that the list does not flicker with each letter.
    const items = (paths?.found ?? []).map(mentionOf);
    return { label: t('Files'), items, from: mention.from, to: mention.to };
  }
  const commands = matchingCommands(text);
  if (commands.length === 0) return NONE;
  const items = commands.map(({ name, argument, description }): Suggestion => {
    const label = argument === '' ? name : `${name} ${argument}`;
    return { label, detail: description, insert: argument === '' ? name : `${name} `, isWhole: argument === '' };
  });
  return { label: t('Commands'), items, from: 0, to: text.length };
}
