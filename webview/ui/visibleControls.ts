/**
 * Characters that change how a text reads without being seen: controls but tab and line feed, bidirectional marks, zero
 * widths, tags, fillers and selectors.
 */
// eslint-disable-next-line no-control-regex -- controls are what is looked for
const hidden = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]|\p{Default_Ignorable_Code_Point}|[\u2028-\u202E\u2800]/gu;

/** Line ends of Windows, and joiners of which emoji and scripts are made: no person is misled by these. */
const harmless =
  /\r(?=\n)|\uFE0F|(?<=\p{Extended_Pictographic}[\u{E0020}-\u{E007E}]*)[\u{E0020}-\u{E007F}]|(?<=\p{Extended_Pictographic}\uFE0F?\p{Emoji_Modifier}?)\u200D(?=\p{Extended_Pictographic})|(?<=[\p{L}\p{M}])[\u200C\u200D](?=[\p{L}\p{M}])/gu;

/** As `visibleControls`, for texts that are only read: without marks where a hidden character has its place. */
export function visibleText(text: string): string {
  let shown = '';
  let from = 0;
  for (const { index, 0: character } of text.matchAll(harmless)) {
    shown += visibleControls(text.slice(from, index)) + character;
    from = index + character.length;
  }
  return shown + visibleControls(text.slice(from));
}

/** The text with hidden characters written out, so that what a person approves is what will run. */
export function visibleControls(text: string): string {
  return text.replace(hidden, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
