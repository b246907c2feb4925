import type { VNode } from 'preact';
import type { InspectorEvents } from '../../src/protocol/inspector';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { ProgressRing } from '../ui/toolkit';

interface StatusPageProps {
  readonly failed: string | null;
  readonly progress: InspectorEvents['progress'];
}

/** Before there is a session to show, or when there is none. */
export function StatusPage({ failed, progress }: StatusPageProps): VNode {
  if (failed !== null) {
    return (
      <div class="status-page" role="alert">
        <Icon name="error" />
        <h1>{t('This session cannot be shown')}</h1>
        <p class="soft">{failed}</p>
      </div>
    );
  }
  const { text, share } = progress ?? { text: t('Opening…'), share: null };
  return (
    <div class="status-page" role="status">
      <h1 class="visually-hidden">Strata</h1>
      {share === null ? (
        <ProgressRing label={text} />
      ) : (
        <div class="status-bar">
          <div class="status-bar-done" style={{ width: `${String(Math.round(share * 100))}%` }} />
        </div>
      )}
      <p class="soft">{text}</p>
    </div>
  );
}
