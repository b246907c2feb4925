import type { RefObject, VNode } from 'preact';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../ui/icon';
import { Button } from '../ui/toolkit';
import type { ChatActions } from './chatActions';
import { CommandList } from './commandList';
import { HelpCard } from './helpCard';
import { matchingCommands, runSlashCommand } from './slashCommands';
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
  readonly restricted: string | null;
  readonly actions: ChatActions;
}

/** Where one types. A text area of our own: the toolkit's cannot name the active entry of the list of commands. */
export function Composer({ handle, busy, restricted, actions }: ComposerProps): VNode {
  const [text, setText] = useState(() => readViewState().draft);
  const [activeCommand, setActiveCommand] = useState(0);
  const [listClosed, setListClosed] = useState(false);
  const [helpShown, setHelpShown] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const found = listClosed ? [] : matchingCommands(text);

  useEffect(() => {
    writeViewState({ draft: text });
  }, [text]);
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${String(element.scrollHeight)}px`;
  }, [text]);

  const change = (next: string): void => {
    setText(next);
    setActiveCommand(0);
    setListClosed(false);
  };
  const submit = async (typed: string): Promise<void> => {
    if (typed.trim() === '') return;
    // What was clicked to send it may be gone by then, and the focus with it.
    area.current?.focus();
    setHelpShown(false);
    const showHelp = (): void => {
      setHelpShown(true);
    };
    if (runSlashCommand(typed, actions, showHelp)) {
      change('');
      return;
    }
    if (busy) return;
    change('');
    if (!(await actions.send(typed))) setText((typedMeanwhile) => (typedMeanwhile === '' ? typed : typedMeanwhile));
  };
  useImperativeHandle(handle, () => ({
    submit: (typed) => void submit(typed),
    focus: () => area.current?.focus(),
  }));

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (found.length > 0 && step !== 0) {
      event.preventDefault();
      setActiveCommand((activeCommand + step + found.length) % found.length);
    } else if (found.length > 0 && event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault();
      change(found[activeCommand]?.name ?? text);
    } else if (event.key === 'Escape') {
      setListClosed(true);
      setHelpShown(false);
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      void submit(found[activeCommand]?.name ?? text);
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
        <CommandList commands={found} active={activeCommand} onChoose={(name) => void submit(name)} />
      ) : null}
      {restricted === null ? null : (
        <p class="composer-restricted soft">
          <Icon name="shield" />
          <span>{restricted}</span>
        </p>
      )}
      <div class="composer-field">
        <textarea
          ref={area}
          class="composer-input"
          rows={1}
          value={text}
          placeholder="Ask, or type / for commands"
          aria-label="Message"
          aria-autocomplete="list"
          {...(found.length > 0
            ? { 'aria-controls': 'command-list', 'aria-activedescendant': `command-${String(activeCommand)}` }
            : {})}
          onInput={(event) => {
            change(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
        {busy ? (
          <Button
            key="stop"
            appearance="icon"
            label="Stop"
            onClick={() => {
              actions.stop();
              area.current?.focus();
            }}
          >
            <Icon name="debug-stop" />
          </Button>
        ) : (
          <Button
            key="send"
            appearance="icon"
            label="Send"
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
