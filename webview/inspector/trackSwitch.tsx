import type { VNode } from 'preact';
import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import { t, tn } from '../ui/text';
import type { InspectorStore } from './inspectorStore';
import { trackOrder, type FileTrack } from './viewState';
import './trackSwitch.css';

const names: Readonly<Record<FileTrack, string>> = { recorded: t('recorded'), replayed: t('replayed') };

const hints: Readonly<Record<FileTrack, string>> = {
  recorded: t('What the recorded agent did to its context, as its file says'),
  replayed: t("What Strata's engine would have done under the settings as they are"),
};

interface TrackSwitchProps {
  readonly store: InspectorStore;
  readonly snapshot: InspectorSnapshot;
}

/** Which of the two tracks of another agent's session shows, and in how many messages they differ. */
export function TrackSwitch({ store, snapshot }: TrackSwitchProps): VNode | null {
  const { track, tracks: both, format } = snapshot;
  if (both === null) return null;
  const { differing } = both;
  const differs = store.filter.value.differs === true;
  return (
    <span class="track-switch">
      <span>{format}</span>
      <span class="track-choices" role="group" aria-label={t('Track')}>
        {trackOrder.map((choice) => (
          <button
            key={choice}
            type="button"
            class="plain-button track-choice"
            aria-pressed={choice === track}
            title={hints[choice]}
            onClick={() => {
              store.showTrack(choice);
            }}
          >
            {names[choice]}
          </button>
        ))}
      </span>
      {differing === null ? null : (
        <button
          type="button"
          class="plain-button track-choice"
          aria-pressed={differs}
          disabled={differing === 0 && !differs}
          title={t('Show only messages whose fate is another one on the other track')}
          onClick={() => {
            store.changeFilter({ differs: !differs });
          }}
        >
          {differing === 0 ? t('no difference') : tn('{0} message differ', '{0} messages differ', differing)}
        </button>
      )}
    </span>
  );
}
