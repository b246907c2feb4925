/** What VS Code would draw as an icon in a list. */
const ICON = /\$\([\w-]+(?:~[\w-]+)?\)/gu;

/** What changes how a text reads without being seen. */
const HIDDEN = /[\p{Cc}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu;

/** A text of a model, a command or a file for one of VS Code's lists, so that it reads there as it is. */
export function plainLabel(text: string): string {
  return text
    .replaceAll(HIDDEN, (character) => {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
      return `⟨U+${code.padStart(4, '0')}⟩`;
    })
    .replaceAll(ICON, (icon) => `\\${icon}`);
}
