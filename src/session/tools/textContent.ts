import { ToolError } from './tool';

/** Bytes looked at to tell text from binary content; git looks at as many. */
const PROBE_BYTES = 8_000;

const SIGNATURES: readonly (readonly [string, readonly number[]])[] = [
  ['PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['JPEG image', [0xff, 0xd8, 0xff]],
  ['GIF image', [0x47, 0x49, 0x46, 0x38]],
  ['PDF document', [0x25, 0x50, 0x44, 0x46]],
  ['ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['gzip archive', [0x1f, 0x8b]],
  ['WebAssembly module', [0x00, 0x61, 0x73, 0x6d]],
  ['ELF program', [0x7f, 0x45, 0x4c, 0x46]],
  ['SQLite database', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65]],
  ['UTF-16 text', [0xff, 0xfe]],
  ['UTF-16 text', [0xfe, 0xff]],
];

// A byte order mark stays in the text, so that an edit writes it back.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether the content is binary, judged by a NUL byte near its start, as git does. */
export function isBinary(content: Uint8Array): boolean {
  return content.subarray(0, PROBE_BYTES).includes(0);
}

/**
 * The text of a file.
 * @throws ToolError `unsuitable` for binary content or another encoding than UTF-8, naming kind and size
 */
export function decodeText(content: Uint8Array, name: string): string {
  const kind = kindOf(content);
  if (kind === null && !isBinary(content)) {
    try {
      return decoder.decode(content);
    } catch {
      throw new ToolError('unsuitable', `${name} is not UTF-8 text (${String(content.length)} bytes).`);
    }
  }
  throw new ToolError('unsuitable', `${name} is no text: ${kind ?? 'binary data'}, ${String(content.length)} bytes.`);
}

function kindOf(content: Uint8Array): string | null {
  const found = SIGNATURES.find(([, bytes]) => bytes.every((byte, position) => content[position] === byte));
  return found?.[0] ?? null;
}
