/** Shorter texts are no keys, and replacing them would garble ordinary words. */
const SHORTEST_SECRET = 6;

/** The text without the key; some servers repeat the key they were sent in their errors. */
export function redactSecret(text: string, secret: string | undefined): string {
  if (secret === undefined || secret.length < SHORTEST_SECRET) return text;
  return text.replaceAll(secret, '[key]');
}
