import type { VNode } from 'preact';
import type { ProblemRow } from '../../src/protocol/inspector';
import { Icon } from '../ui/icon';
import { formatCount, formatNumber } from '../ui/numbers';
import type { InspectorStore } from './inspectorStore';
import './problems.css';

/** Problems listed; a file can be wrong in every line. */
const mostListed = 200;

interface ProblemsProps {
  readonly store: InspectorStore;
  readonly problems: readonly ProblemRow[];
}

/** What could not be read, folded away until it is wanted. */
export function Problems({ store, problems }: ProblemsProps): VNode | null {
  if (problems.length === 0) return null;
  const open = store.view.value.problemsOpen;
  return (
    <section class="problems" aria-labelledby="problems-title">
      <h2>
        <button
          type="button"
          id="problems-title"
          class="plain-button problems-toggle"
          aria-expanded={open}
          onClick={() => {
            store.changeView({ problemsOpen: !open });
          }}
        >
          <Icon name={open ? 'chevron-down' : 'chevron-right'} />
          <Icon name="warning" class="problem-warning" />
          {formatCount(problems.length, 'problem')} while reading the file
        </button>
      </h2>
      {open ? (
        <ul class="problems-list">
          {problems.slice(0, mostListed).map((problem, position) => (
            <li key={position} class="problem">
              <Icon name={problem.severity} class={`problem-${problem.severity}`} />
              <span class="visually-hidden">{problem.severity}: </span>
              <button
                type="button"
                class="plain-button link-button number"
                onClick={() => {
                  store.run(store.api.openSourceLine({ line: problem.line }));
                }}
              >
                Line {formatNumber(problem.line)}
              </button>
              <span class="problem-reason">{problem.reason}</span>
            </li>
          ))}
          {problems.length > mostListed ? (
            <li class="soft">… and {formatNumber(problems.length - mostListed)} more</li>
          ) : null}
        </ul>
      ) : null}
    </section>
  );
}
