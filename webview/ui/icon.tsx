import type { VNode } from 'preact';
import { glyphs, type IconName } from './glyphs';
import './icon.css';

interface IconProps {
  readonly name: IconName;
  readonly spinning?: boolean;
  readonly class?: string;
  /** Where a toolkit control places it. */
  readonly slot?: string;
}

/** A picture beside words, hidden from screen readers: the words must be there too. */
export function Icon({ name, spinning = false, class: extra = '', slot }: IconProps): VNode {
  return (
    <span class={`icon ${spinning ? 'icon-spinning' : ''} ${extra}`} aria-hidden="true" {...(slot ? { slot } : {})}>
      {glyphs[name]}
    </span>
  );
}
