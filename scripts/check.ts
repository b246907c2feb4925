import { build as esbuild } from 'esbuild';
import { execa } from 'execa';
import { globby } from 'globby';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { printLine } from './printLine';

interface Check {
  name: string;
  /** @returns what to print when the check fails, undefined when it passes. */
  run: () => Promise<string | undefined>;
}

const checks: Check[] = [
  npmScript('typecheck'),
  npmScript('lint'),
  npmScript('layers'),
  npmScript('unused'),
  npmScript('format:check'),
  npmScript('manifest:check'),
  { name: 'engine in a browser', run: bundleForBrowser },
];

function npmScript(name: string): Check {
  return {
    name,
    run: async () => {
      const { all, exitCode } = await execa('npm', ['run', '-s', name], {
        cwd: repositoryRoot,
        all: true,
        reject: false,
      });
      return exitCode === 0 ? undefined : all;
    },
  };
}

/** Bundling the pure layers for a browser fails on every module of Node. */
async function bundleForBrowser(): Promise<string | undefined> {
  const entryPoints = await globby(['src/engine/**/*.ts', 'src/protocol/**/*.ts'], { cwd: repositoryRoot });
  try {
    await esbuild({
      absWorkingDir: repositoryRoot,
      entryPoints,
      bundle: true,
      write: false,
      outdir: 'dist/browser',
      platform: 'browser',
      format: 'esm',
      logLevel: 'silent',
    });
    return undefined;
  } catch (error) {
    return String(error);
  }
}

/** `npm run check`: every static check, all of them even when one fails. */
export async function main(): Promise<number> {
  // All at once: the slowest, the linter, then is the time of the whole.
  const outputs = await Promise.all(checks.map(({ run }) => run()));
  checks.forEach(({ name }, index) => {
    const output = outputs[index];
    printLine(`${output === undefined ? '✔' : '✘'} ${name}`);
    if (output !== undefined) printLine(`${output}\n`);
  });
  return outputs.every((output) => output === undefined) ? 0 : 1;
}
