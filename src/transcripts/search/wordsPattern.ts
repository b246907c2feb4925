/**
 * An expression that finds words in the files of sessions, whatever their case, also as JSON writes them: with escapes, and
 * with escapes of escapes where arguments of a call are JSON in JSON. It reads the same to JavaScript (flags `iu`) and to
 * ripgrep.
 */
export function wordsPattern(words: string): string {
  const pieces: string[] = [];
  for (const [piece] of words.trim().matchAll(/\s+|\\+|./gsu)) {
    if (/^\s/u.test(piece)) pieces.push(String.raw`(?:\s|\\+[nrt])+`);
    else if (piece.startsWith('\\')) pieces.push(String.raw`\\+`);
    else if (piece === '"' || piece === '/')
      pieces.push(`${pieces.at(-1) === String.raw`\\+` ? '' : '\\\\*'}${code(piece)}`);
    else if (/[a-z0-9]/i.test(piece)) pieces.push(piece);
    else if (piece.charCodeAt(0) < 0x80) pieces.push(code(piece));
    else pieces.push(escapedToo(piece));
  }
  return pieces.join('');
}

function code(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** As itself, or by its number, as programs write that keep to ASCII. */
function escapedToo(character: string): string {
  const spellings = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  const escaped = [...spellings].map((spelling) =>
    Array.from({ length: spelling.length }, (_, unit) => {
      const number = spelling.charCodeAt(unit).toString(16).padStart(4, '0');
      return String.raw`\\+u${number}`;
    }).join(''),
  );
  return `(?:${[code(character), ...escaped].join('|')})`;
}
