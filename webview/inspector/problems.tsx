import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ProblemRow } from '../../src/protocol/inspectorFacts';
import { Icon } from '../ui/icon';
import type { InspectorStore } from './inspectorStore';
import { problemGroups, summaryWords } from './problemGroups';
import { ProblemGroupList } from './problemGroupList';
import './problems.css';

interface ProblemsProps {
  readonly store: InspectorStore;
  readonly problems: readonly ProblemRow[];
}

/** What could not be read, or was read with a repair, folded away until it is wanted; the worst first. */
export function Problems({ store, problems }: ProblemsProps): VNode | null {
  const toggle = useRef<HTMLButtonElement>(null);
  const request = store.problemsRequest.value;
  useEffect(() => {
    if (request > 0) toggle.current?.focus();
  }, [request]);
  const groups = problemGroups(problems);
  const [worst] = groups;
  if (worst === undefined) return null;
  const open = store.view.value.problemsOpen;
  return (
    <section class="problems" aria-labelledby="problems-title">
      <h2>
        <button
          type="button"
          id="problems-title"
          ref={toggle}
          class="plain-button problems-toggle"
          aria-expanded={open}
          onClick={() => {
            store.changeView({ problemsOpen: !open });
          }}
        >
          <Icon name={open ? 'chevron-down' : 'chevron-right'} />
          <Icon name={worst.severity} class={`problem-${worst.severity}`} />
          {summaryWords(groups)}
        </button>
      </h2>
      {open ? (
        <div class="problems-list">
          {groups.map((group) => (
            <ProblemGroupList key={group.severity} store={store} group={group} />
          ))}
        </div>
      ) : null}
    </section>
  );
}
