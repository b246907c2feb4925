import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import type { Role } from '../../src/protocol/terms';
import { Icon } from '../ui/icon';
import { formatCount } from '../ui/numbers';
import { Button, Dropdown } from '../ui/toolkit';
import { FateChips } from './fateChips';
import { isFiltering } from './filterState';
import type { InspectorStore } from './inspectorStore';
import { LayerFilter } from './layerFilter';
import { ProblemFilter } from './problemFilter';
import { SearchControls } from './searchControls';
import { roleOrder } from './viewState';
import './filterBar.css';

const everything = '';

interface FilterBarProps {
  readonly store: InspectorStore;
  readonly snapshot: InspectorSnapshot;
}

export function FilterBar({ store, snapshot }: FilterBarProps): VNode {
  const filter = store.filter.value;
  const { tools, fates } = snapshot;
  const roleOptions = useMemo(
    () => [{ value: everything, label: 'All roles' }, ...roleOrder.map((role) => ({ value: role, label: role }))],
    [],
  );
  const toolOptions = useMemo(
    () => [{ value: everything, label: 'All tools' }, ...tools.map((tool) => ({ value: tool, label: tool }))],
    [tools],
  );
  const filtered = isFiltering(filter);
  return (
    <section class="filter" aria-label="Filter" role="search">
      <FateChips
        counts={fates}
        chosen={filter.fates}
        onChange={(chosen) => {
          store.changeFilter({ fates: chosen });
        }}
      />
      <div class="filter-fields">
        <Dropdown
          class="filter-dropdown"
          label="Role"
          value={filter.roles[0] ?? everything}
          options={roleOptions}
          onChange={(role) => {
            store.changeFilter({ roles: role === everything ? [] : [role as Role] });
          }}
        />
        {tools.length > 0 ? (
          <Dropdown
            class="filter-dropdown"
            label="Tool"
            value={filter.tools[0] ?? everything}
            options={toolOptions}
            onChange={(tool) => {
              store.changeFilter({ tools: tool === everything ? [] : [tool] });
            }}
          />
        ) : null}
        <LayerFilter store={store} />
        <ProblemFilter store={store} />
        <SearchControls store={store} />
        {filtered ? (
          <>
            {isFiltering({ ...filter, text: '' }) ? (
              <span class="soft number">{formatCount(store.rows.matchingMessages.value, 'match', 'matches')}</span>
            ) : null}
            <Button
              appearance="icon"
              label="Clear filter"
              onClick={() => {
                store.clearFilter();
              }}
            >
              <Icon name="close" />
            </Button>
          </>
        ) : null}
      </div>
    </section>
  );
}
