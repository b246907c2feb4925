import { type Message, textOf, type ToolCallPart, toolCallsOf } from '../../engine/message';
import { t } from '../../l10n/text';
import { clipCharacters, oneLine } from './oneLine';
import { toolCallSubject, toolCallTitle } from './toolCallTitle';

/** Characters of a row's title at most. */
const TITLE_CHARACTERS = 200;

/** Of an assistant's text when calls follow, so that they are seen too. */
const TEXT_BEFORE_CALLS_CHARACTERS = 110;

/**
 * One line that tells a message from its neighbours: what was said, or what tools were called with. The row shows the
 * name of the (first) tool beside it.
 *
 * @param call the call a tool's result answers, where it is known
 */
export function messageTitle(message: Message, call: ToolCallPart | null): string {
  return titleOf(message, call) || otherTitle(message) || t('(empty)');
}

function titleOf(message: Message, call: ToolCallPart | null): string {
  switch (message.role) {
    case 'system':
    case 'user':
      return oneLine(textOf(message), TITLE_CHARACTERS);
    case 'assistant': {
      // What does not fit into a title need not be worked out.
      const [first, ...others] = toolCallsOf(message).slice(0, 8);
      const subjects = first === undefined ? [] : [toolCallSubject(first), ...others.map(toolCallTitle)];
      const calls = subjects.filter((subject) => subject !== '').join(', ');
      const text = oneLine(textOf(message), calls === '' ? TITLE_CHARACTERS : TEXT_BEFORE_CALLS_CHARACTERS);
      return oneLine([text, calls].filter((part) => part !== '').join(' · '), TITLE_CHARACTERS);
    }
    case 'tool':
      return (call === null ? '' : toolCallSubject(call)) || oneLine(textOf(message), TITLE_CHARACTERS);
  }
}

function otherTitle(message: Message): string {
  for (const part of message.parts) {
    if (part.type === 'media') return oneLine(`[${part.kind} ${part.name ?? part.mediaType}]`, TITLE_CHARACTERS);
    if (part.type === 'raw') return oneLine(`[${part.kind}]`, TITLE_CHARACTERS);
    if (part.type === 'thinking') {
      return part.text === ''
        ? t('(thinking, encrypted)')
        : oneLine(t('(thinking) {0}', clipCharacters(part.text, TITLE_CHARACTERS)), TITLE_CHARACTERS);
    }
  }
  return '';
}
