import { l10n } from 'vscode';
import * as z from 'zod/mini';
import { ViewError } from './viewError';

/** Checks what a page sends before any of it is used. */
export function validator(schema: z.ZodMiniType): (params: unknown) => void {
  return (params) => {
    if (!schema.safeParse(params).success) {
      throw new ViewError('invalidRequest', l10n.t('The page sent a request that is not valid.'));
    }
  };
}

/** Methods without parameters. */
export const noParameters = validator(z.nullish(z.object({})));

/** Position in a history or in a list of rows. */
export const indexSchema = z.int().check(z.gte(0));

/** Ids are short; anything longer is no id of ours. */
export const idSchema = z.string().check(z.minLength(1), z.maxLength(200));
