import type { VNode } from 'preact';
import { t } from '../ui/text';
import { ToolButton } from '../ui/toolbar';
import type { InspectorStore } from './inspectorStore';

/** Lets through what a tool gave as an error, and what was read from a record with a problem. */
export function ProblemFilter({ store }: { readonly store: InspectorStore }): VNode {
  const { problems = false } = store.filter.value;
  return (
    <ToolButton
      icon="warning"
      label={t('Only errors and problems of the file')}
      pressed={problems}
      onClick={() => {
        store.changeFilter({ problems: !problems });
      }}
    />
  );
}
