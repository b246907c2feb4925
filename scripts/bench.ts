import { main as engine } from '../bench/engine';
import { main as hostBlock } from '../bench/hostBlock';
import { main as tokens } from '../bench/tokens';
import { printLine } from './printLine';

/** `npm run bench`: every ratio beside its bar, and an exit code that says whether one was missed. Some minutes. */
export async function main(): Promise<number> {
  const suites = { engine, tokens, hostBlock };
  let missed = 0;
  for (const [name, run] of Object.entries(suites)) {
    printLine(`── ${name}`);
    missed += await run([]);
  }
  return missed === 0 ? 0 : 1;
}
