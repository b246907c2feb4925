import type { Role } from '../../src/protocol/terms';
import { t } from '../ui/text';

/** Who a message is from, as it stands beside the message. */
export const roleWord: Readonly<Record<Role, string>> = {
  system: t('system'),
  user: t('user'),
  assistant: t('assistant'),
  tool: t('tool'),
};
