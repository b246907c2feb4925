import type { VNode } from 'preact';
import { t } from '../ui/text';
import { visibleText } from '../ui/visibleControls';

/** Lines shown while a call runs; the whole is in its result. */
const SHOWN_LINES = 8;

/** The last lines a running call has put out. They change too fast to be read aloud. */
export function RunningOutput({ text }: { readonly text: string }): VNode | null {
  const lines = text.trimEnd().split('\n').slice(-SHOWN_LINES);
  if (lines.join('').trim() === '') return null;
  return (
    <pre class="running-output" aria-live="off" aria-label={t('Newest output')}>
      {visibleText(lines.join('\n'))}
    </pre>
  );
}
