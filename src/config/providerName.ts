/** Makers by the names of their models, as GoZen's profiles name them; the first match holds. */
const MAKERS: readonly (readonly [RegExp, string])[] = [
  [/claude/, 'anthropic'],
  [/gpt|codex|(?:^|\/)o[134](?:-|$)/, 'openai'],
];

/**
 * The name that a profile's `providers` must hold for the profile to apply. Most servers speak one protocol whatever they
 * serve, so the model's maker counts where its name tells it; otherwise the provider that is called.
 *
 * @param provider our id of the provider: `openai` for any server that speaks its protocol, `offline`
 */
export function providerName(provider: string, model: string | undefined): string {
  const name = model?.toLowerCase() ?? '';
  return MAKERS.find(([pattern]) => pattern.test(name))?.[1] ?? provider.toLowerCase();
}
