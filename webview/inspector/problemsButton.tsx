import type { VNode } from 'preact';
import type { ProblemRow } from '../../src/protocol/inspectorFacts';
import { Icon } from '../ui/icon';
import type { InspectorStore } from './inspectorStore';
import { problemCountWords, groupWords, problemGroups } from './problemGroups';

interface ProblemsButtonProps {
  readonly store: InspectorStore;
  readonly problems: readonly ProblemRow[];
}

/** How much was odd, in the header; it leads to the list of it. */
export function ProblemsButton({ store, problems }: ProblemsButtonProps): VNode | null {
  const groups = problemGroups(problems);
  const [worst] = groups;
  if (worst === undefined) return null;
  return (
    <button
      type="button"
      class="plain-button problems-button number"
      title={groups.map(groupWords).join(', ')}
      onClick={() => {
        store.showProblems();
      }}
    >
      <Icon name={worst.severity} class={`problem-${worst.severity}`} />
      {problemCountWords(groups)}
    </button>
  );
}
