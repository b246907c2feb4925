import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../ui/text';
import { Button } from '../ui/toolkit';
import './messageEditor.css';

interface MessageEditorProps {
  /** As it was sent. */
  readonly text: string;
  /** Resolves false where it could not be sent; what was typed then stays. */
  readonly onSend: (text: string) => Promise<boolean>;
  readonly onCancel: () => void;
}

/** A message of the past, to be said otherwise. */
export function MessageEditor({ text, onSend, onCancel }: MessageEditorProps): VNode {
  const [typed, setTyped] = useState(text);
  const [sending, setSending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const element = area.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${String(element.scrollHeight + 2)}px`;
  }, [typed]);
  const canSend = typed.trim() !== '' && !sending;
  const send = async (): Promise<void> => {
    if (!canSend) return;
    setSending(true);
    if (!(await onSend(typed))) setSending(false);
  };
  return (
    <div class="message-editor">
      <textarea
        ref={area}
        class="message-editor-text"
        rows={1}
        value={typed}
        aria-label={t('Edit the message')}
        aria-describedby="message-editor-hint"
        onInput={(event) => {
          setTyped(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          if (event.key === 'Escape') onCancel();
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          void send();
        }}
      />
      <p class="soft" id="message-editor-hint">
        {t('Goes on in a new session from here. This one stays as it is.')}
      </p>
      <div class="message-editor-actions">
        <Button appearance="primary" disabled={!canSend} onClick={() => void send()}>
          {t('Send')}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </div>
  );
}
