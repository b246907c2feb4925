import type { RefObject, VNode } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { QueuedMessage } from '../../src/protocol/chat';
import { announce } from '../ui/announcer';
import { Icon } from '../ui/icon';
import { t } from '../ui/text';
import { Button } from '../ui/toolkit';
import type { ChatActions } from './chatActions';
import { HelpCard } from './helpCard';
import { QueuedMessages } from './queuedMessages';
import { runSlashCommand } from './slashCommands';
import { SuggestionList, type Suggestion } from './suggestionList';
import { useSuggestions } from './useSuggestions';
import { readViewState, writeViewState } from './viewState';
import './composer.css';

export interface ComposerHandle {
  /** Sends a text as if it had been typed. */
  submit(text: string): void;
  focus(): void;
}

interface ComposerProps {
  readonly handle: RefObject<ComposerHandle | null>;
  readonly busy: boolean;
  readonly queued: readonly QueuedMessage[];
  readonly restricted: string | null;
  /** The newest message of the person, by its index in the history; null without any. */
  readonly newestMessage: () => number | null;
  readonly actions: ChatActions;
}

/** Where one types. A text area of our own: the toolkit's cannot name the active entry of the list. */
export function Composer({ handle, busy, queued, restricted, newestMessage, actions }: ComposerProps): VNode {
  const [text, setText] = useState(() => readViewState().draft);
  const [caret, setCaret] = useState(0);
  const [activeSuggestion, setActiveSuggestion] = useState(0);
  const [listClosed, setListClosed] = useState(false);
  const [helpShown, setHelpShown] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const suggestions = useSuggestions(text, caret, actions);
  const found = listClosed ? [] : suggestions.items;
  const active = Math.min(activeSuggestion, Math.max(0, found.length - 1));

  useEffect(() => {
    writeViewState({ draft: text });
  }, [text]);
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${String(element.scrollHeight)}px`;
  }, [text]);

  const change = (next: string, nextCaret = next.length): void => {
    setText(next);
    setCaret(nextCaret);
    setActiveSuggestion(0);
    setListClosed(false);
    setRefusal(null);
  };
  const submit = async (typed: string): Promise<void> => {
    if (typed.trim() === '') return;
    // What was clicked to send it may be gone by then, and the focus with it.
    area.current?.focus();
    setHelpShown(false);
    const showHelp = (): void => {
      setHelpShown(true);
    };
    const outcome = runSlashCommand(typed, actions, { busy, showHelp, newestMessage });
    if (outcome.kind === 'refused') {
      setRefusal(outcome.text);
      return;
    }
    change('');
    if (outcome.kind === 'run') return;
    if (busy) announce(t('Waiting until the agent can take it.'));
    if (!(await actions.send(typed))) setText((typedMeanwhile) => (typedMeanwhile === '' ? typed : typedMeanwhile));
  };
  const choose = (suggestion: Suggestion, sends: boolean): void => {
    const { from, to } = suggestions;
    const next = text.slice(0, from) + suggestion.insert + text.slice(to);
    if (sends && suggestion.isWhole) {
      void submit(next);
      return;
    }
    const nextCaret = from + suggestion.insert.length;
    change(next, nextCaret);
    requestAnimationFrame(() => {
      area.current?.setSelectionRange(nextCaret, nextCaret);
    });
  };
  const takeBack = (message: QueuedMessage): void => {
    actions.unqueue(message.id);
    change(text.trim() === '' ? message.text : `${text}\n${message.text}`);
    area.current?.focus();
  };
  useImperativeHandle(handle, () => ({
    submit: (typed) => void submit(typed),
    focus: () => area.current?.focus(),
  }));

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const chosen = found[active];
    if (chosen !== undefined && step !== 0) {
      event.preventDefault();
      setActiveSuggestion((active + step + found.length) % found.length);
    } else if (chosen !== undefined && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      choose(chosen, false);
    } else if (event.key === 'Escape') {
      setListClosed(true);
      setHelpShown(false);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      if (chosen === undefined) void submit(text);
      else choose(chosen, true);
    }
  };

  return (
    <div class="composer">
      {helpShown ? (
        <HelpCard
          onClose={() => {
            setHelpShown(false);
            area.current?.focus();
          }}
        />
      ) : null}
      {found.length > 0 ? (
        <SuggestionList
          label={suggestions.label}
          suggestions={found}
          active={active}
          onChoose={(suggestion) => {
            choose(suggestion, true);
          }}
        />
      ) : null}
      {restricted === null ? null : (
        <p class="composer-restricted soft">
          <Icon name="shield" />
          <span>{restricted}</span>
        </p>
      )}
      {queued.length === 0 ? null : <QueuedMessages queued={queued} busy={busy} actions={actions} onEdit={takeBack} />}
      {refusal === null ? null : (
        <p class="composer-refusal" role="alert">
          {refusal}
        </p>
      )}
      <div class="composer-field">
        <textarea
          ref={area}
          class="composer-input"
          rows={1}
          value={text}
          placeholder={t('Ask, / for commands, @ for files')}
          aria-label={t('Message')}
          aria-autocomplete="list"
          {...(found.length > 0
            ? { 'aria-controls': 'suggestion-list', 'aria-activedescendant': `suggestion-${String(active)}` }
            : {})}
          onInput={(event) => {
            change(event.currentTarget.value, event.currentTarget.selectionStart);
          }}
          onSelect={(event) => {
            setCaret(event.currentTarget.selectionStart);
          }}
          onKeyDown={onKeyDown}
        />
        {busy ? (
          <Button
            key="stop"
            appearance="icon"
            label={t('Stop')}
            onClick={() => {
              actions.stop();
              area.current?.focus();
            }}
          >
            <Icon name="debug-stop" />
          </Button>
        ) : null}
        {busy && text.trim() === '' ? null : (
          <Button
            key="send"
            appearance="icon"
            label={busy ? t('Send when the agent can take it') : t('Send')}
            disabled={text.trim() === ''}
            onClick={() => void submit(text)}
          >
            <Icon name="send" />
          </Button>
        )}
      </div>
    </div>
  );
}
