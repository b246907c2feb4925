import type { VNode } from 'preact';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import '../ui/fate.css';
import './emptyState.css';

const examples = ['read README.md', 'grep TODO', 'glob **/*.ts'];

/** What this is, before the first message. */
export function EmptyState({ onExample }: { readonly onExample: (text: string) => void }): VNode {
  return (
    <section class="empty" aria-label={t('Welcome')}>
      <div class="empty-picture" aria-hidden="true">
        <span />
        <span />
        <span />
        <span />
      </div>
      <p>{t('Ask about the code in this workspace, or have it changed.')}</p>
      <p class="soft">
        {t('When the context fills up, Strata compresses it: every decision is shown, explained and can be undone.')}
      </p>
      <h2 class="empty-heading soft">{t('Try one of these')}</h2>
      <ul class="empty-examples">
        {examples.map((example) => (
          <li key={example}>
            <button
              type="button"
              class="plain-button empty-example"
              onClick={() => {
                onExample(example);
              }}
            >
              <code>{example}</code>
              <Icon name="arrow-right" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
