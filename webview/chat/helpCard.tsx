import type { VNode } from 'preact';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { Button } from '../ui/toolkit';
import { matchingCommands } from './slashCommands';

/** The answer to `/help`. */
export function HelpCard({ onClose }: { readonly onClose: () => void }): VNode {
  return (
    <section class="help" aria-label={t('Help')}>
      <div class="help-head">
        <h2>{t('What can be typed here')}</h2>
        <Button appearance="icon" label={t('Close help')} onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <dl class="help-list">
        {matchingCommands('/').map(({ name, description }) => (
          <div key={name} class="help-entry">
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
        <div class="help-entry">
          <dt>
            <code>@</code>
          </dt>
          <dd>{t('Attach a file')}</dd>
        </div>
        <div class="help-entry">
          <dt>{t('Enter')}</dt>
          <dd>{t('Send')}</dd>
        </div>
        <div class="help-entry">
          <dt>{t('Shift+Enter')}</dt>
          <dd>{t('New line')}</dd>
        </div>
      </dl>
    </section>
  );
}
