import type { VNode } from 'preact';
import type { RowHit } from '../../src/protocol/inspectorRows';
import { tn } from '../ui/text';
import { MarkedText } from './markedText';
import './foundTitle.css';

interface FoundTitleProps {
  readonly title: string;
  readonly hit: RowHit | undefined;
  /** Words searched for; empty for none. */
  readonly search: string;
}

/** The title of a message; where the words searched for stand elsewhere in it, the place they stand at. */
export function FoundTitle({ title, hit, search }: FoundTitleProps): VNode {
  if (hit === undefined) return <>{title}</>;
  const { before, match, after, count } = hit;
  const places = <span class="soft"> {count > 1 ? tn('{0} place', '{0} places', count) : ''}</span>;
  if (title.toLowerCase().includes(search.toLowerCase())) {
    return (
      <>
        <MarkedText text={title} search={search} />
        {places}
      </>
    );
  }
  return (
    <span class="found">
      <span class="found-before">
        <span>{before}</span>
      </span>
      <mark class="hit">{match}</mark>
      <span class="found-after">
        {after}
        {places}
      </span>
    </span>
  );
}
