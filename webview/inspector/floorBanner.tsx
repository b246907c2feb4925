import type { VNode } from 'preact';
import { Icon } from '../ui/icon';

/** What no compaction can bring down to its target, in the worker's words: worth knowing, nothing is wrong yet. */
export function FloorBanner({ text }: { readonly text: string | null }): VNode | null {
  if (text === null) return null;
  return (
    <div class="banner banner-info" role="status">
      <Icon name="info" />
      <span>{text}</span>
    </div>
  );
}
