import type { Role } from '../../src/protocol/terms';
import type { IconName } from '../ui/glyphs';

export const roleIcon: Readonly<Record<Role, IconName>> = {
  system: 'settings-gear',
  user: 'account',
  assistant: 'hubot',
  tool: 'tools',
};
