import type { VNode } from 'preact';
import { Icon } from '../ui/icon';
import { t, tn } from '../ui/text';
import { Button } from '../ui/toolkit';
import type { InspectorStore } from './inspectorStore';
import './timeBar.css';

interface TimeBarProps {
  readonly store: InspectorStore;
  readonly callCount: number;
}

/** Takes one to the context of any call, and back to now, which stands behind the last one. */
export function TimeBar({ store, callCount }: TimeBarProps): VNode {
  const { time } = store;
  const call = time.call.value;
  const words = call === null ? t('now') : t('call {0} of {1}', call + 1, callCount);
  return (
    <div class="time-bar" role="group" aria-label={t('Time travel')}>
      <Button
        appearance="icon"
        label={t('Call before (key [)')}
        disabled={call === 0}
        onClick={() => {
          time.step(-1);
        }}
      >
        <Icon name="chevron-left" />
      </Button>
      <input
        type="range"
        class="time-slider"
        min={1}
        max={callCount + 1}
        value={(call ?? callCount) + 1}
        aria-label={t('Call')}
        aria-valuetext={words}
        onInput={(event) => {
          time.go(event.currentTarget.valueAsNumber - 1);
        }}
      />
      <Button
        appearance="icon"
        label={t('Next call (key ])')}
        disabled={call === null}
        onClick={() => {
          time.step(1);
        }}
      >
        <Icon name="chevron-right" />
      </Button>
      <span class="number time-place">{call === null ? tn('now, {0} call', 'now, {0} calls', callCount) : words}</span>
    </div>
  );
}
