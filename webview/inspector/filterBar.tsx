import type { VNode } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import type { Role } from '../../src/protocol/terms';
import { Icon } from '../ui/icon';
import { formatCount } from '../ui/numbers';
import { Button, Dropdown, TextField } from '../ui/toolkit';
import { FateChips } from './fateChips';
import type { InspectorStore } from './inspectorStore';
import { roleOrder } from './viewState';
import './filterBar.css';

/** Typing rests this long, in ms, before the originals are searched. */
const searchRestMs = 250;
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
  const filtered =
    filter.differs === true || filter.fates.length + filter.roles.length + filter.tools.length + filter.text.length > 0;
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
        <SearchField
          text={filter.text}
          onSearch={(text) => {
            store.changeFilter({ text });
          }}
        />
        {filtered ? (
          <>
            <span class="soft number">{formatCount(store.rows.matchingMessages.value, 'match', 'matches')}</span>
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

interface SearchFieldProps {
  readonly text: string;
  readonly onSearch: (text: string) => void;
}

function SearchField({ text, onSearch }: SearchFieldProps): VNode {
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
  return (
    <TextField
      class="filter-search"
      label="Search originals"
      placeholder="Search originals"
      value={typed}
      onInput={setTyped}
    >
      <Icon name="search" slot="start" />
    </TextField>
  );
}
