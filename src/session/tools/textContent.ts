import { ToolError } from './tool';

/** Signatures of contents that are no text, though some begin like one. */
const SIGNATURES: readonly (readonly [string, readonly number[]])[] = [
  ['PDF document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['gzip archive', [0x1f, 0x8b]],
  ['WebAssembly module', [0x00, 0x61, 0x73, 0x6d]],
  ['ELF program', [0x7f, 0x45, 0x4c, 0x46]],
  ['SQLite database', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20]],
];

// A byte order mark stays in the text, so that an edit writes it back.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const utf16 = {
  little: new TextDecoder('utf-16le', { fatal: true }),
  big: new TextDecoder('utf-16be', { fatal: true }),
} as const;

/** Whether the content is binary, judged by a NUL byte; UTF-16 text with its mark is not. */
export function isBinary(content: Uint8Array): boolean {
  return utf16Order(content) === null && content.includes(0);
}

/** The order of the bytes in UTF-16 text with its mark, or null for anything else. */
export function utf16Order(content: Uint8Array): 'little' | 'big' | null {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return 'little';
  return first === 0xfe && second === 0xff ? 'big' : null;
}

/**
 * The text of a file in UTF-8, or in UTF-16 with its mark, which is left out.
 * @throws ToolError `unsuitable` for binary content or another encoding, naming kind and size
 */
export function decodeText(content: Uint8Array, name: string): string {
  const kind = kindOf(content);
  if (kind !== null || isBinary(content)) {
    throw new ToolError('unsuitable', `${name} is no text: ${kind ?? 'binary data'}, ${content.length} bytes.`);
  }
  const order = utf16Order(content);
  try {
    return order === null ? utf8.decode(content) : utf16[order].decode(content);
  } catch {
    const wanted = order === null ? 'UTF-8' : 'whole UTF-16';
    throw new ToolError('unsuitable', `${name} is not ${wanted} text (${content.length} bytes).`);
  }
}

/**
 * The text of a file that is to be changed.
 * @throws ToolError `unsuitable` for anything but UTF-8: it would be written in another encoding
 */
export function decodeEditable(content: Uint8Array, name: string): string {
  if (utf16Order(content) === null) return decodeText(content, name);
  throw new ToolError('unsuitable', `${name} is UTF-16 text; only UTF-8 can be changed.`);
}

function kindOf(content: Uint8Array): string | null {
  const found = SIGNATURES.find(([, bytes]) => bytes.every((byte, position) => content[position] === byte));
  return found?.[0] ?? null;
}
