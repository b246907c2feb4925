import { findProvider } from '@pydantic/genai-prices';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { DataPrices, DataRow, ModelData } from '../src/models/modelData';
import { lookUpModel } from '../src/models/modelData';
import { repositoryRoot } from '../test/support/repositoryRoot';
import { isForChat, namePattern, pricesOn } from './priceData';
import { printLine } from './printLine';

/** Of prices that change on a date, those that held on this one are taken. Moves with the version of the package. */
const AS_OF = '2026-11-30';

/** Providers of their own models, whose list prices hold for a name without a prefix. The first that knows it decides. */
const MAKERS = [
  'anthropic',
  'openai',
  'google',
  'deepseek',
  'x-ai',
  'mistral',
  'moonshotai',
  'minimax',
  'zai',
  'cohere',
];

/** Providers of other makers' models under names of their own. */
const HOSTS = ['groq', 'cerebras'];

/** Its names have the maker in front, which is how most other services and model files name models, too. */
const AGGREGATOR = 'openrouter';

/** Makers of models of their own there. What others make of these, mostly for play, is left out for its size. */
const AGGREGATED_MAKERS =
  /^(?:ai21|allenai|amazon|anthropic|arcee-ai|baidu|bytedance-seed|cohere|deepseek|google|ibm-granite|inception|inclusionai|kwaipilot|liquid|meta-llama|microsoft|minimax|mistralai|moonshotai|nousresearch|nvidia|openai|prime-intellect|qwen|stepfun|tencent|upstage|writer|x-ai|xiaomi|z-ai)$/;

const DATA_PATH = join(repositoryRoot, 'src/models/modelData.json');

type Model = NonNullable<ReturnType<typeof findProvider>>['models'][number];

/** The text of `src/models/modelData.json`: what the package knows of models for text, without the rest. */
export async function bakeModelData(): Promise<string> {
  const aggregated = modelsOf(AGGREGATOR).filter(({ id }) => isOfAMaker(id));
  const windows = new Map(aggregated.map(({ id, context_window }) => [id.replace(/^.*\//, ''), context_window]));
  const rows: DataRow[] = [];
  for (const provider of [...MAKERS, ...HOSTS]) {
    for (const model of modelsOf(provider)) {
      const prices = pricesOn(model.prices, AS_OF);
      if (prices === null || (provider === 'google' && model.id.startsWith('claude'))) continue;
      rows.push(row(namePattern(model.match), model.context_window ?? windows.get(model.id), prices));
    }
  }
  const data: ModelData = { source: await packageNameAndVersion(), asOf: AS_OF, rows, names: [] };
  for (const { id, context_window, prices: published } of aggregated) {
    const prices = pricesOn(published, AS_OF);
    if (prices === null || prices.base[3] === 0 || isSame(prices, lookUpModel(id, data)?.prices ?? null)) continue;
    data.names.push(row(id.toLowerCase(), context_window, prices));
  }
  return format(JSON.stringify(data), { ...(await resolveConfig(DATA_PATH)), parser: 'json' });
}

/** `node scripts/run.mjs scripts/bakeModelData.ts`: to be run after another version of the package was installed. */
export async function main(): Promise<void> {
  await writeFile(DATA_PATH, await bakeModelData());
  printLine('src/models/modelData.json is up to date.');
}

/** Whether a name has a known maker in front and is no variant, such as `:free`, which has the name of its model. */
function isOfAMaker(id: string): boolean {
  const [maker = '', name] = id.split('/');
  return name !== undefined && !id.includes(':') && AGGREGATED_MAKERS.test(maker);
}

/** Whether the maker's own prices stand in the data already. */
function isSame({ base: [input, , , output] }: DataPrices, known: DataPrices | null): boolean {
  return known !== null && known.base[0] === input && known.base[3] === output;
}

function modelsOf(providerId: string): Model[] {
  const provider = findProvider({ providerId });
  if (provider === undefined) throw new Error(`The price data knows no provider ${providerId} any more.`);
  return provider.models.filter(({ id }) => isForChat(id));
}

function row(pattern: string, window: number | undefined, { base, long }: DataPrices): DataRow {
  return long === undefined ? [pattern, window ?? 0, base] : [pattern, window ?? 0, base, long];
}

async function packageNameAndVersion(): Promise<string> {
  const path = join(repositoryRoot, 'node_modules/@pydantic/genai-prices/package.json');
  const { name, version } = JSON.parse(await readFile(path, 'utf8')) as { name: string; version: string };
  return `${name} ${version}`;
}
