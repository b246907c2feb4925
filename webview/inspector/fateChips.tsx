import type { VNode } from 'preact';
import type { Fate } from '../../src/protocol/terms';
import { fateHint, fateIcon, fateOrder, fateWord } from '../ui/fate';
import { Icon } from '../ui/icon';
import { formatNumber } from '../ui/numbers';
import { t, tn } from '../ui/text';
import '../ui/fate.css';

interface FateChipsProps {
  readonly counts: Readonly<Record<Fate, number>>;
  /** Empty: all are shown. */
  readonly chosen: readonly Fate[];
  readonly onChange: (chosen: readonly Fate[]) => void;
}

/** The legend of the fates with the number of messages of each; pressing one shows only that, pressing more adds them. */
export function FateChips({ counts, chosen, onChange }: FateChipsProps): VNode {
  return (
    <div class="fate-chips" role="group" aria-label={t('Fates')}>
      {fateOrder.map((fate) => {
        const pressed = chosen.includes(fate);
        return (
          <button
            key={fate}
            type="button"
            class={`plain-button fate-chip fate-${fate} ${counts[fate] === 0 ? 'fate-chip-none' : ''}`}
            aria-pressed={pressed}
            aria-label={tn('{1}, {0} message', '{1}, {0} messages', counts[fate], fateWord[fate])}
            title={fateHint[fate]}
            onClick={() => {
              onChange(fateOrder.filter((one) => (one === fate ? !pressed : chosen.includes(one))));
            }}
          >
            <span class="fate-swatch fate-fill" />
            <Icon name={fateIcon[fate]} class="fate-chip-icon" />
            <span>{fateWord[fate]}</span>
            <span class="number fate-chip-count">{formatNumber(counts[fate])}</span>
          </button>
        );
      })}
    </div>
  );
}
