import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { TextField } from '../ui/toolkit';

/** Typing rests this long, in ms, before the originals are searched. */
const searchRestMs = 250;

interface SearchFieldProps {
  readonly text: string;
  /** The field takes the focus when it grows. */
  readonly focusRequest: number;
  readonly onSearch: (text: string) => void;
  /** Enter, and Shift with it. */
  readonly onStep: (direction: 'forward' | 'backward') => void;
}

/** Where one types what is searched for. */
export function SearchField({ text, focusRequest, onSearch, onStep }: SearchFieldProps): VNode {
  const place = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (focusRequest > 0) place.current?.querySelector<HTMLElement>('vscode-text-field')?.focus();
  }, [focusRequest]);
  const [typed, setTyped] = useState(text);
  const searched = useRef(text);
  useEffect(() => {
    // What comes back of one's own search is older than what was typed since.
    if (text === searched.current) return;
    searched.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => {
      searched.current = typed;
      onSearch(typed);
    }, searchRestMs);
    return () => {
      clearTimeout(timer);
    };
    // The timer is about what is typed; a new function or the text it has itself set must not start it again.
  }, [typed]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && typed !== '') {
      event.preventDefault();
      setTyped('');
    }
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (typed === text) {
      onStep(event.shiftKey ? 'backward' : 'forward');
      return;
    }
    searched.current = typed;
    onSearch(typed);
  };
  return (
    <span ref={place} onKeyDown={onKeyDown}>
      <TextField
        class="filter-search"
        label={t('Search originals')}
        placeholder={t('Search originals')}
        value={typed}
        onInput={setTyped}
      >
        <Icon name="search" slot="start" />
      </TextField>
    </span>
  );
}
