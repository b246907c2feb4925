import { Fragment, type ComponentChild, type VNode } from 'preact';
// Under another name: its text is the caller's, which the test of the texts reads there.
import { t as worded } from './text';

/**
 * A text with elements in it: `rich('Allow {0} here', <code>{rule}</code>)`. The order of the words is the language's, so
 * the parts between two elements are never worded by themselves.
 */
export function rich(message: string, ...parts: readonly ComponentChild[]): VNode {
  const pieces = worded(message).split(/\{(\d+)\}/);
  return (
    <>{pieces.map((piece, at) => (at % 2 === 0 ? piece : <Fragment key={at}>{parts[Number(piece)]}</Fragment>))}</>
  );
}
