import type { VNode } from 'preact';
import type { TurnRow } from '../../src/protocol/inspectorRows';
import { fateOrder } from '../ui/fate';
import './fateStrip.css';

/** What became of the messages of a turn, each fate as wide as its share of them; the row's label has the words. */
export function FateStrip({ fates }: Pick<TurnRow, 'fates'>): VNode {
  return (
    <span class="fate-strip">
      {fateOrder.map((fate) => {
        const count = fates[fate] ?? 0;
        return count === 0 ? null : (
          <span key={fate} class={`fate-${fate} fate-fill fate-strip-part`} style={{ flexGrow: count }} />
        );
      })}
    </span>
  );
}
