import type { Message } from '../message';
import { typedTextOf } from '../message';

/** Blocks that a harness writes into the user's messages: nobody typed what stands in them. */
const INJECTED_TAGS = [
  'system-reminder',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
  'command-name',
  'command-message',
  'command-args',
  'environment_details',
  'environment_context',
  'ide_selection',
  'ide_opened_file',
  'user_instructions',
];

/** Notes of a harness that stand alone in a message. */
const INJECTED_OPENINGS = ['[Request interrupted by user', 'Caveat: The messages below were generated'];

/** What a person typed in a message; empty for every other message. */
export function typedText(message: Message): string {
  if (message.role !== 'user' || message.synthetic !== undefined) return '';
  let text = typedTextOf(message);
  for (const tag of INJECTED_TAGS) text = withoutBlocks(text, tag);
  const typed = text.trim();
  return INJECTED_OPENINGS.some((opening) => typed.startsWith(opening)) ? '' : typed;
}

function withoutBlocks(text: string, tag: string): string {
  const open = `<${tag}>`;
  const close = `</${tag}>`;
  let kept = '';
  let from = 0;
  for (let start = text.indexOf(open); start >= 0; start = text.indexOf(open, from)) {
    const end = text.indexOf(close, start);
    if (end < 0) break;
    kept += text.slice(from, start);
    from = end + close.length;
  }
  return from === 0 ? text : kept + text.slice(from);
}
