import type { VNode } from 'preact';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';

/** That the file of the session is gone or cannot be read, in the reader's words; what was read of it stays in sight. */
export function LostFileBanner({ reason }: { readonly reason: string | null }): VNode | null {
  if (reason === null) return null;
  return (
    <div class="banner banner-info" role="status">
      <Icon name="warning" />
      <span>
        {reason} {t('What was read stays here, and is read on as soon as the file is back.')}
      </span>
    </div>
  );
}
