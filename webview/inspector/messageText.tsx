import type { VNode } from 'preact';
import type { ClippedText } from '../../src/protocol/inspectorDetail';
import { t, tn } from '../ui/text';
import { visibleText } from '../ui/visibleControls';
import type { InspectorStore } from './inspectorStore';
import { MarkedText } from './markedText';

interface MessageTextProps {
  readonly store: InspectorStore;
  readonly index: number;
  readonly text: ClippedText;
  readonly label: string;
  /** Words for a text without characters. */
  readonly empty: string;
}

export function MessageText({ store, index, text, label, empty }: MessageTextProps): VNode {
  if (text.length === 0) return <p class="soft detail-empty">{empty}</p>;
  const rest = text.length - text.text.length;
  return (
    <div class="message-body">
      <pre class="text-block" tabIndex={0} aria-label={label} role="region">
        <MarkedText text={visibleText(text.text)} search={store.filter.value.text} />
      </pre>
      {rest > 0 ? (
        <p class="soft">
          {tn('{0} more character.', '{0} more characters.', rest)}{' '}
          <button
            type="button"
            class="plain-button link-button"
            onClick={() => {
              store.run(store.api.openOriginal({ index }));
            }}
          >
            {t('Open the original')}
          </button>
        </p>
      ) : null}
    </div>
  );
}
