import { activationTests } from './activation';
import { chatTests } from './chat';
import { editorTests } from './editors';
import { exportTests } from './export';
import { sessionTests } from './sessions';
import { settingsTests } from './settings';
import { summaryTests } from './summaries';

/** A trusted workspace with the settings as they come. */
export function defaultSuite(): void {
  activationTests();
  settingsTests();
  chatTests();
  exportTests();
  sessionTests();
  editorTests();
  summaryTests();
}
