import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ChatSnapshot } from '../../src/protocol/chat';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { Button, Dropdown } from '../ui/toolkit';
import { visibleText } from '../ui/visibleControls';
import type { ChatActions } from './chatActions';

interface ChatHeaderProps {
  readonly facts: Pick<ChatSnapshot, 'title' | 'models' | 'modelId'>;
  readonly actions: ChatActions;
}

export function ChatHeader({ facts, actions }: ChatHeaderProps): VNode {
  const { models, modelId } = facts;
  const title = visibleText(facts.title);
  const options = useMemo(
    () => models.map(({ id, label, detail }) => ({ value: id, label: detail === '' ? label : `${label} · ${detail}` })),
    [models],
  );
  return (
    <header class="chat-header">
      <div class="chat-header-row">
        <h1 class="chat-title" title={title}>
          {title}
        </h1>
        <Button
          appearance="icon"
          label={t('Show what the model sees')}
          onClick={() => {
            actions.openInspector(null);
          }}
        >
          <Icon name="layers" />
        </Button>
        <Button appearance="icon" label={t('New session')} onClick={actions.newSession}>
          <Icon name="add" />
        </Button>
      </div>
      {options.length > 0 ? (
        <Dropdown
          class="chat-model"
          label={t('Model')}
          value={modelId}
          options={options}
          onChange={actions.selectModel}
        />
      ) : null}
    </header>
  );
}
