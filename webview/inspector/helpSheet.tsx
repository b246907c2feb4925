import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { Button, Checkbox } from '../ui/toolkit';
import type { InspectorStore } from './inspectorStore';
import { shortcutGroups } from './shortcuts';
import './helpSheet.css';

/** What the keyboard does. A dialog of the browser's own: it keeps the focus, gives it back, and closes with Escape. */
export function HelpSheet({ store }: { readonly store: InspectorStore }): VNode | null {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = store.helpOpen.value;
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  if (!open) return <dialog ref={dialog} class="help" aria-labelledby="help-title" />;
  const close = (): void => {
    store.helpOpen.value = false;
  };
  return (
    <dialog ref={dialog} class="help" aria-labelledby="help-title" onClose={close}>
      <div class="help-head">
        <h2 id="help-title">{t('Keyboard')}</h2>
        <Button appearance="icon" label={t('Close')} onClick={close}>
          <Icon name="close" />
        </Button>
      </div>
      <div class="help-groups">
        {shortcutGroups().map(({ title, entries }) => (
          <section key={title} class="help-group" aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {entries.map(({ keys, words }) => (
                <div key={words} class="help-entry">
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Checkbox
        checked={store.view.value.singleKeys}
        onChange={(singleKeys) => {
          store.changeView({ singleKeys });
        }}
      >
        {t('Keys of a single character do what is listed here')}
      </Checkbox>
    </dialog>
  );
}
