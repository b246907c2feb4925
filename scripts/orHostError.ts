import { HostError } from '../test/support/vscodeHost/hostError';
import { printLine } from './printLine';

/** Runs `action`; when VS Code cannot be had, prints the one line that says why and gives exit code 1. */
export async function orHostError(action: () => Promise<number>): Promise<number> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    printLine(error.message);
    return 1;
  }
}
