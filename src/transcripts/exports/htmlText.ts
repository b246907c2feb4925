const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // A page has no place for it.
  '\0': '\uFFFD',
};

/** A text as text of a page or of an attribute in quotes, whatever it holds. */
export function escaped(text: string): string {
  return text.toWellFormed().replace(/[&<>"'\0]/g, (sign) => ENTITIES[sign] ?? '');
}
