/** Stands in a header of the settings for the key of the server, which is never written there. */
const KEY_PLACEHOLDER = '${apiKey}';

/**
 * The headers of the settings with the key in its place. One that wants a key is left out where there is none.
 *
 * @param templates by name; values may hold `${apiKey}`
 */
export function filledHeaders(
  templates: Readonly<Record<string, string>>,
  key: string | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(templates).flatMap(([name, template]) => {
      if (!template.includes(KEY_PLACEHOLDER)) return [[name, template]];
      return key === undefined || key === '' ? [] : [[name, template.replaceAll(KEY_PLACEHOLDER, () => key)]];
    }),
  );
}
