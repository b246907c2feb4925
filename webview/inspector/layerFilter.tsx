import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { t } from '../ui/text';
import { Dropdown } from '../ui/toolkit';
import type { InspectorStore } from './inspectorStore';
import { layerOrder } from './viewState';

const everything = '';

/** Lets through what the decisions of one layer touched. */
export function LayerFilter({ store }: { readonly store: InspectorStore }): VNode {
  const { layers = [] } = store.filter.value;
  const options = useMemo(
    () => [
      { value: everything, label: t('All layers') },
      ...layerOrder.map((layer) => ({ value: String(layer), label: t('Layer {0}', layer) })),
    ],
    [],
  );
  return (
    <Dropdown
      class="filter-dropdown"
      label={t('Layer')}
      value={layers[0] === undefined ? everything : String(layers[0])}
      options={options}
      onChange={(chosen) => {
        store.changeFilter({ layers: layerOrder.filter((layer) => String(layer) === chosen) });
      }}
    />
  );
}
