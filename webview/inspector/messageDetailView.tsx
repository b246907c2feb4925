import type { VNode } from 'preact';
import type { InContextKind, MessageDetail } from '../../src/protocol/inspectorDetail';
import { roleWord } from '../../src/l10n/roleWord';
import { FateBadge } from '../ui/fateBadge';
import { Icon } from '../ui/icon';
import { rich } from '../ui/rich';
import { t } from '../ui/text';
import { Tabs } from '../ui/toolkit';
import type { InspectorStore } from './inspectorStore';
import { MessageActions } from './messageActions';
import { MessageFacts } from './messageFacts';
import { MessageText } from './messageText';
import { roleIcon } from './roleIcon';
import { StandIn } from './standIn';
import { detailTabs, type DetailTab } from './viewState';
import { WhyChain } from './whyChain';

interface MessageDetailViewProps {
  readonly store: InspectorStore;
  readonly detail: MessageDetail;
}

const tabLabel: Readonly<Record<DetailTab, string>> = {
  context: t('In context'),
  original: t('Original'),
  why: t('Why'),
};

const inContextLabel: Readonly<Record<InContextKind, string>> = {
  message: t('What the model sees'),
  summary: t('The summary the model sees in its place'),
  notice: t('The notice the model sees in its place'),
  nothing: t('What the model sees'),
};

export function MessageDetailView({ store, detail }: MessageDetailViewProps): VNode {
  const { row, why } = detail;
  const tab = store.view.value.tab;
  const tabs = detailTabs.map((id) => ({
    id,
    label: id === 'why' && why.length > 0 ? t('Why ({0})', why.length) : tabLabel[id],
  }));
  return (
    <div class={`detail-body fate-${row.fate}`}>
      <div class="detail-head">
        <p class="detail-kicker soft">
          <Icon name={roleIcon[row.role]} />
          <span>{t('Message {0} · turn {1} · {2}', row.index, row.turn, row.toolName ?? roleWord(row.role))}</span>
          <FateBadge fate={row.fate} />
        </p>
        <h2 class="detail-title">{row.title}</h2>
        {row.otherFate === null ? null : (
          <p class="soft">
            {store.snapshot.value?.track === 'recorded'
              ? rich('On the other track (replayed by Strata): {0}', <FateBadge fate={row.otherFate} />)
              : rich('On the other track (as recorded): {0}', <FateBadge fate={row.otherFate} />)}
          </p>
        )}
      </div>
      <MessageFacts store={store} detail={detail} />
      <MessageActions store={store} detail={detail} />
      <Tabs
        label={t('Views of the message')}
        tabs={tabs}
        active={tab}
        onChange={(id) => {
          const chosen = detailTabs.find((known) => known === id);
          if (chosen !== undefined) store.changeView({ tab: chosen });
        }}
      >
        <TabContent store={store} detail={detail} tab={tab} />
      </Tabs>
    </div>
  );
}

interface TabContentProps extends MessageDetailViewProps {
  readonly tab: DetailTab;
}

function TabContent({ store, detail, tab }: TabContentProps): VNode {
  switch (tab) {
    case 'context':
      return (
        <div class="message-body">
          <StandIn store={store} detail={detail} />
          <MessageText
            text={detail.inContext}
            label={inContextLabel[detail.inContextKind]}
            empty={t('The model sees nothing of this message.')}
            store={store}
            index={detail.row.index}
          />
        </div>
      );
    case 'original':
      return (
        <MessageText
          text={detail.original}
          label={t('The original')}
          empty={t('The message is empty.')}
          store={store}
          index={detail.row.index}
        />
      );
    case 'why':
      return <WhyChain store={store} detail={detail} />;
  }
}
