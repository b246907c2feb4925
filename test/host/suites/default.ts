import { activationTests } from './activation';
import { chatTests } from './chat';
import { exportTests } from './export';
import { settingsTests } from './settings';

/** A trusted workspace with the settings as they come. */
export function defaultSuite(): void {
  activationTests();
  settingsTests();
  chatTests();
  exportTests();
}
