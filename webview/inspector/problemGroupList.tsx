import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { ProblemRow } from '../../src/protocol/inspectorFacts';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import type { InspectorStore } from './inspectorStore';
import { groupWords, type ProblemGroup } from './problemGroups';

/** Problems of one severity drawn at first; more come when they are asked for. */
const drawnAtFirst = 100;

interface ProblemGroupListProps {
  readonly store: InspectorStore;
  readonly group: ProblemGroup;
}

/** The problems of one severity. The group is one stop of the Tab key; the arrow keys go through it. */
export function ProblemGroupList({ store, group }: ProblemGroupListProps): VNode {
  const [drawn, setDrawn] = useState(drawnAtFirst);
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const { severity, listed, count } = group;
  const shown = listed.slice(0, drawn);
  const unlisted = count - listed.length;
  const titleId = `problems-${severity}`;
  const goTo = (place: number): void => {
    const next = Math.min(Math.max(place, 0), shown.length - 1);
    setCurrent(next);
    list.current?.querySelectorAll<HTMLButtonElement>('.problem-open')[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: shown.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  };
  return (
    <section aria-labelledby={titleId}>
      <h3 id={titleId} class="problem-group">
        <Icon name={severity} class={`problem-${severity}`} />
        {groupWords(group)}
      </h3>
      <ul ref={list} onKeyDown={onKeyDown}>
        {shown.map((problem, place) => (
          <ProblemItem
            key={place}
            problem={problem}
            isCurrent={place === Math.min(current, shown.length - 1)}
            onFocus={() => {
              setCurrent(place);
            }}
            onOpen={() => {
              store.run(store.api.openSourceLine({ line: problem.line, byteOffset: problem.byteOffset }));
            }}
          />
        ))}
      </ul>
      {shown.length < listed.length ? (
        <button
          type="button"
          class="plain-button link-button"
          onClick={() => {
            setDrawn(listed.length);
          }}
        >
          {t('Show {0} more', listed.length - shown.length)}
        </button>
      ) : null}
      {unlisted > 0 ? <p class="soft">{t('{0} more are not listed', unlisted)}</p> : null}
    </section>
  );
}

interface ProblemItemProps {
  readonly problem: ProblemRow;
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
  readonly onOpen: () => void;
}

function ProblemItem({ problem, isCurrent, onFocus, onOpen }: ProblemItemProps): VNode {
  const { severity, line, byteOffset, reason } = problem;
  return (
    <li class="problem">
      <Icon name={severity} class={`problem-${severity}`} />
      <span class="problem-place number">{t('Line {0}, byte {1}', line, byteOffset)}</span>
      <span class="problem-reason">{reason}</span>
      <button
        type="button"
        class="plain-button link-button problem-open"
        tabIndex={isCurrent ? 0 : -1}
        aria-label={t('Open at line {0}', line)}
        onFocus={onFocus}
        onClick={onOpen}
      >
        {t('Open at line')}
      </button>
    </li>
  );
}
