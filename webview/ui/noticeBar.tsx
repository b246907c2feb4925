import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { Icon } from './icon';
import './noticeBar.css';
import { t } from './text';
import { Button } from './toolkit';

/** A failed request of the page, until it is dismissed. */
export function NoticeBar({ notice }: { readonly notice: Signal<string | null> }): VNode | null {
  const text = notice.value;
  if (text === null) return null;
  return (
    <div class="notice" role="alert">
      <Icon name="error" />
      <span class="notice-text">{text}</span>
      <Button
        appearance="icon"
        label={t('Dismiss')}
        onClick={() => {
          notice.value = null;
        }}
      >
        <Icon name="close" />
      </Button>
    </div>
  );
}
