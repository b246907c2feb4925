import { signal } from '@preact/signals';
import type { VNode } from 'preact';

const announcement = signal('');

/** Has a screen reader say a sentence when it is done with the current one. */
export function announce(sentence: string): void {
  announcement.value = sentence;
}

/** Where `announce` speaks; once per page. */
export function Announcer(): VNode {
  return (
    <div class="visually-hidden" role="status" aria-live="polite">
      {announcement}
    </div>
  );
}
