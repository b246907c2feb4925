/** The words of an error body, with those of the provider behind a router that passes them on. */
export function bodyMessage(body: unknown): string | undefined {
  if (typeof body === 'string') return body;
  if (typeof body !== 'object' || body === null) return undefined;
  const passedOn = 'metadata' in body ? passedOnText(body.metadata) : '';
  if ('message' in body && typeof body.message === 'string') return body.message + passedOn;
  if ('detail' in body && typeof body.detail === 'string') return body.detail;
  return undefined;
}

/** OpenRouter says `Provider returned error`, and what the provider said stands in `raw`. */
function passedOnText(metadata: unknown): string {
  if (typeof metadata !== 'object' || metadata === null || !('raw' in metadata)) return '';
  const { raw } = metadata;
  return ` ${typeof raw === 'string' ? raw : JSON.stringify(raw)}`;
}

/** Figures that llama.cpp sends beside its message. */
export function bodyFigures(body: unknown): string {
  return typeof body === 'object' && body !== null && 'n_ctx' in body ? ` ${JSON.stringify(body)}` : '';
}

/** The messages and codes of an error and its causes; undici hides the reason two levels down. */
export function causesOf(error: unknown): string {
  const texts: string[] = [];
  for (let current = error; current instanceof Error && texts.length < 4; current = current.cause) {
    texts.push(
      'code' in current && typeof current.code === 'string' ? `${current.message} ${current.code}` : current.message,
    );
  }
  return texts.length === 0 ? String(error) : texts.join(': ');
}
