import type { VNode } from 'preact';
import type { MessageRow } from '../../src/protocol/inspectorRows';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';

/** What else there is to know of a message, as icons with tooltips; the row's label has the words. */
export function RowBadges({ row }: { readonly row: MessageRow }): VNode {
  return (
    <>
      {row.since === undefined ? null : (
        <span class="row-badge row-badge-word" title={t('Since the call before')}>
          {row.since === 'new' ? t('new') : t('changed')}
        </span>
      )}
      {row.pinned ? (
        <span class="row-badge" title="Pinned: no strategy touches it">
          <Icon name="pinned" />
        </span>
      ) : null}
      {row.archived ? (
        <span class="row-badge" title="The original is in the archive">
          <Icon name="archive" />
        </span>
      ) : null}
      {row.isError ? (
        <span class="row-badge row-badge-error" title="The tool failed">
          <Icon name="error" />
        </span>
      ) : null}
      {row.problem === undefined ? null : (
        <span class="row-badge row-badge-problem" title={row.problem}>
          <Icon name="warning" />
        </span>
      )}
      {row.hasMedia ? (
        <span class="row-badge" title="With an image or other media">
          <Icon name="file-media" />
        </span>
      ) : null}
      {row.otherFate === null ? null : (
        <span class="row-badge row-badge-word" title="Its fate on the other track">
          ≠ {row.otherFate}
        </span>
      )}
      {row.synthetic === null ? null : (
        <span class="row-badge row-badge-word">{row.synthetic === 'summary' ? 'summary' : 'injected'}</span>
      )}
    </>
  );
}
