import { t } from '../../l10n/text';

/** Who a message is from; a name that is none of the four stays as it is. */
export function roleWord(role: string): string {
  switch (role) {
    case 'system':
      return t('system');
    case 'user':
      return t('user');
    case 'assistant':
      return t('assistant');
    case 'tool':
      return t('tool');
    default:
      return role;
  }
}
