import type { VNode } from 'preact';
import { Icon } from '../ui/icon';

/** What cannot be made to fit, in the engine's words. */
export function TooLargeBanner({ text }: { readonly text: string | null }): VNode | null {
  if (text === null) return null;
  return (
    <div class="banner" role="status">
      <Icon name="warning" />
      <span>{text}</span>
    </div>
  );
}
