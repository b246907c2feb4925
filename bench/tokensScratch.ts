import { ExactCounter } from '../src/engine/tokens/exactCounter';
import { readBakedRanks } from '../src/models/bakedRanks';
export async function main([n]: string[]) {
  const c0 = process.cpuUsage(), t0 = performance.now();
  new ExactCounter(await readBakedRanks(`dist/ranks/${n}.bin`));
  const c = process.cpuUsage(c0);
  console.log(n, 'wall', (performance.now() - t0).toFixed(1), 'cpu', ((c.user + c.system) / 1000).toFixed(1));
}
