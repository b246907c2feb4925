import { activationTests } from './activation';
import { approvalTests } from './approvals';
import { branchTests } from './branches';
import { chatTests } from './chat';
import { conversationTests } from './conversation';
import { editorTests } from './editors';
import { exportTests } from './export';
import { foundSessionTests } from './foundSessions';
import { gatewayTests } from './gateway';
import { languageModelTests } from './languageModels';
import { providerFailureTests } from './providerFailures';
import { sessionTests } from './sessions';
import { settingsTests } from './settings';
import { summaryTests } from './summaries';

/** A trusted workspace with the settings as they come. */
export function defaultSuite(): void {
  activationTests();
  settingsTests();
  chatTests();
  approvalTests();
  conversationTests();
  languageModelTests();
  providerFailureTests();
  exportTests();
  sessionTests();
  foundSessionTests();
  branchTests();
  gatewayTests();
  editorTests();
  summaryTests();
}
