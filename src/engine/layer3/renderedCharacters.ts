import type { ContextLedger } from '../ledger';
import { renderContext } from '../render';

/** Characters (UTF-16 units) of the texts and arguments in the context, for estimates by the character. */
export function renderedCharacters(ledger: ContextLedger): number {
  let characters = 0;
  for (const { message } of renderContext(ledger)) {
    for (const part of message.parts) {
      if (part.type === 'text' || part.type === 'thinking') characters += part.text.length;
      else if (part.type === 'toolCall') characters += part.name.length + part.arguments.length;
      else if (part.type === 'raw') characters += part.json.length;
    }
  }
  return characters;
}
