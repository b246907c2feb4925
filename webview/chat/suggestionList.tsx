import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Something that what is typed can become. */
export interface Suggestion {
  readonly label: string;
  readonly detail: string;
  /** What stands in the place of what is typed once it is chosen. */
  readonly insert: string;
  /** Choosing it with Enter sends it. */
  readonly isWhole: boolean;
}

interface SuggestionListProps {
  readonly label: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (suggestion: Suggestion) => void;
}

/** What `/` and `@` can become; the text area keeps the focus and names the active entry. */
export function SuggestionList({ label, suggestions, active, onChoose }: SuggestionListProps): VNode {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active, suggestions]);
  return (
    <ul class="suggestion-list" id="suggestion-list" role="listbox" aria-label={label} ref={list} tabIndex={0}>
      {suggestions.map((suggestion, position) => (
        <li
          key={suggestion.label}
          id={`suggestion-${String(position)}`}
          class={`suggestion ${position === active ? 'suggestion-active' : ''}`}
          role="option"
          aria-selected={position === active}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(suggestion);
          }}
        >
          <code class="suggestion-label">{suggestion.label}</code>
          <span class="suggestion-detail">{suggestion.detail}</span>
        </li>
      ))}
    </ul>
  );
}
