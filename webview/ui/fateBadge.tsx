import type { VNode } from 'preact';
import type { Fate } from '../../src/protocol/terms';
import { fateHint, fateIcon, fateWord } from './fate';
import { Icon } from './icon';
import './fate.css';

/** A fate as icon, colour and word; the pattern is in the swatch or edge beside it. */
export function FateBadge({ fate }: { readonly fate: Fate }): VNode {
  return (
    <span class={`fate-badge fate-${fate}`} title={fateHint[fate]}>
      <Icon name={fateIcon[fate]} />
      <span>{fateWord[fate]}</span>
    </span>
  );
}
