import { execa } from 'execa';
import type { TestCounts } from '../test/host/suiteResult';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { printLine } from './printLine';
import { forgetResults, readResults, resultsFile, sumResults } from './testResults';

interface Step {
  name: string;
  command: string[];
  /** Whether the step counts tests; one that does not adds a single failure when it fails. */
  counts: boolean;
}

interface StepResult extends TestCounts {
  step: Step;
  seconds: number;
}

function vitestStep(project: string): Step {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${resultsFile(project)}`];
  return { name: project, command: ['npx', 'vitest', 'run', '--project', project, ...reporters], counts: true };
}

const build: Step = { name: 'build', command: ['npm', 'run', '-s', 'build'], counts: false };

/**
 * Lanes run at once, the steps of a lane one after the other. VS Code, which the second installs, starts and waits for,
 * leaves a core idle half of the time; the first computes meanwhile. Both only read what the build has written.
 */
const lanes: Step[][] = [
  [vitestStep('unit'), vitestStep('webview')],
  [
    { name: 'host', command: ['node', 'scripts/run.mjs', 'scripts/testHost.ts', '--no-build'], counts: true },
    vitestStep('e2e'),
    { name: 'check', command: ['npm', 'run', '-s', 'check'], counts: false },
  ],
];

/**
 * `npm test`: builds, checks and runs every suite, also after one has failed, and ends with the line `N passed, N failed`
 * over all of them. A suite that fails without a failed test, or leaves no counts, is one failure.
 */
export async function main(): Promise<number> {
  const built = await runStep(build);
  const results = [built, ...(await Promise.all(lanes.map(runLane))).flat()];
  const { passed, failed } = sumResults(results);
  printLine('');
  results.forEach((result) => {
    printLine(describeResult(result));
  });
  printLine(`${String(passed)} passed, ${String(failed)} failed`);
  return failed === 0 ? 0 : 1;
}

async function runLane(steps: Step[]): Promise<StepResult[]> {
  const results: StepResult[] = [];
  for (const step of steps) results.push(await runStep(step));
  return results;
}

/** The output of a step is printed at its end, in one piece, as two run at once. */
async function runStep(step: Step): Promise<StepResult> {
  printLine(`… ${step.name}`);
  await forgetResults(step.name);
  const [command = '', ...args] = step.command;
  const options = { cwd: repositoryRoot, stdin: 'ignore', all: true, reject: false } as const;
  const { exitCode, all, durationMs } = await execa(command, args, options);
  printLine(`\n── ${step.name}\n${all}\n`);
  const counted = await countsOf(step, exitCode === 0);
  return { ...counted, step, seconds: durationMs / 1000 };
}

async function countsOf(step: Step, succeeded: boolean): Promise<TestCounts> {
  const counted = step.counts ? await readResults(step.name) : { passed: 0, failed: 0 };
  if (counted === undefined) return { passed: 0, failed: 1 };
  return !succeeded && counted.failed === 0 ? { ...counted, failed: 1 } : counted;
}

function describeResult({ step, passed, failed, seconds }: StepResult): string {
  const outcome = step.counts ? `${String(passed)} passed, ${String(failed)} failed` : failed === 0 ? 'ok' : 'failed';
  return `${step.name}: ${outcome} (${seconds.toFixed()} s)`;
}
