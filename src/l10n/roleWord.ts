import { t } from './text';

/** Who a message is from, as it stands beside the message; a name that is none of the four stays as it is. */
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
