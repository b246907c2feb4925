import type { MessageDetail } from '../../src/protocol/inspectorDetail';
import type { IconName } from '../ui/glyphs';
import { t } from '../ui/text';
import type { InspectorStore } from './inspectorStore';
import type { ShortcutId } from './shortcuts';

/** Something that is done with the selected message. */
export interface MessageCommand {
  readonly id: ShortcutId;
  readonly icon: IconName;
  readonly words: string;
  readonly run: () => void;
}

/** What can be done with a message as it is now, in the order it is offered. */
export function messageCommands(store: InspectorStore, detail: MessageDetail): readonly MessageCommand[] {
  const { row, why } = detail;
  const { index, pinned, fate } = row;
  const isLive = store.live.peek();
  const { api } = store;
  const newest = why.findLast(({ undone, putBack }) => !undone && !putBack);
  const commands: MessageCommand[] = [
    {
      id: 'openOriginal',
      icon: 'go-to-file',
      words: t('Open original'),
      run: () => {
        store.run(api.openOriginal({ index }));
      },
    },
  ];
  if (fate !== 'kept') {
    commands.push({
      id: 'openDiff',
      icon: 'git-compare',
      words: t('Open diff'),
      run: () => {
        store.run(api.openDiff({ index }));
      },
    });
  }
  if (!isLive) return commands;
  commands.push({
    id: 'pin',
    icon: pinned ? 'pinned' : 'pin',
    words: pinned ? t('Unpin') : t('Pin'),
    run: () => {
      store.run(api.setPinned({ index, pinned: !pinned }));
    },
  });
  if (fate !== 'kept') {
    commands.push({
      id: 'putBack',
      icon: 'discard',
      words: t('Put this message back'),
      run: () => {
        store.run(api.restore({ index }));
      },
    });
  }
  if (newest !== undefined) {
    const { decisionId, batchSize } = newest;
    commands.push({
      id: 'undoBatch',
      icon: 'layers',
      words: t('Undo batch ({0})', batchSize),
      run: () => {
        store.run(api.undo({ decisionId }));
      },
    });
  }
  return commands;
}
