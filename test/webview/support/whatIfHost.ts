import type { InspectorHostApi } from '../../../src/protocol/inspector';
import type { CompressionStatistics } from '../../../src/protocol/statistics';
import type {
  AppliedWish,
  RunFigures,
  TunedNumber,
  TunedSetting,
  WhatIfAnswer,
  WhatIfOptions,
  WhatIfPreset,
  WhatIfQuestion,
  WhatIfWish,
} from '../../../src/protocol/whatIf';

/** What the fake host says of what-if and of statistics. Every figure is made up, and moves with the first slider. */

const share = (value: number, standard: number): TunedNumber => ({
  kind: 'number',
  unit: 'share',
  minimum: 0.01,
  maximum: 1,
  step: 0.01,
  scale: 'linear',
  default: standard,
  value,
});

const setting = (name: string, title: string, group: string, control: TunedSetting['control']): TunedSetting => ({
  setting: `strata.${name}`,
  title,
  description: `What ${title.toLowerCase()} means, in a sentence.`,
  group,
  control,
});

const tools = ['Read File', 'Bash', 'Grep', 'Glob', 'Search Files', 'Web Fetch', 'Edit'];

const headroom = 'strata.layer1.inputHeadroomRatio';

const tuned: readonly TunedSetting[] = [
  setting('layer1.singleToolResultShare', 'One result at most', 'Layer 1', share(0.5, 0.5)),
  setting('layer1.offloadThresholdTokens', 'Archive results above', 'Layer 1', {
    ...share(20_000, 20_000),
    unit: 'tokens',
    minimum: 100,
    maximum: 10_000_000,
    step: 1,
    scale: 'factor',
  }),
  setting('layer1.inputHeadroomRatio', 'Compact above', 'Layer 1', share(0.75, 0.75)),
  setting('layer1.compactTargetRatio', 'Compact down to', 'Layer 1', share(0.6, 0.6)),
  setting('layer1.compactableTools', 'Compact results of', 'Layer 1', {
    kind: 'list',
    choices: tools,
    default: tools,
    value: tools,
  }),
  setting('layer2.preemptiveRatio', 'Prune above', 'Layer 2', share(0.85, 0.9)),
  setting('layer2.keepLast', 'Keep the newest', 'Layer 2', {
    ...share(6, 6),
    unit: 'messages',
    minimum: 1,
    maximum: 1_000,
    step: 1,
    scale: 'factor',
  }),
  setting('layer3.summarizePruned', 'Summarize what was pruned', 'Layer 3', {
    kind: 'switch',
    default: true,
    value: true,
  }),
  setting('compression.thresholdTokens', 'Compress above', 'Compression', {
    ...share(50_000, 50_000),
    unit: 'tokens',
    minimum: 1,
    maximum: 100_000_000,
    step: 1,
    scale: 'factor',
  }),
];

const asItIs: WhatIfWish = { values: {}, profile: null, window: null, model: null };

const preset = (kind: WhatIfPreset['kind'], wish: Partial<WhatIfWish>, name = ''): WhatIfPreset => ({
  id: `${kind} ${name}`,
  kind,
  name,
  scenario: null,
  wish: { ...asItIs, ...wish },
});

const whatIfOptions: WhatIfOptions = {
  settings: tuned,
  presets: [
    preset('defaults', { values: { 'strata.layer2.preemptiveRatio': 0.9 } }),
    preset('gentle', { values: { [headroom]: 0.88 } }),
    preset('aggressive', { values: { [headroom]: 0.5, 'strata.layer1.compactTargetRatio': 0.35 } }),
    preset('start', {}),
    preset('profile', { profile: { name: 'long-context', scenario: null } }, 'long-context'),
  ],
  models: [
    { name: 'gpt-5-mini', window: 400_000, inputPrice: 0.25 },
    { name: 'claude-sonnet-4-5', window: 200_000, inputPrice: 3 },
  ],
  window: {
    setting: 'strata.model.window',
    control: {
      ...share(200_000, 200_000),
      unit: 'tokens',
      minimum: 1_000,
      maximum: 10_000_000,
      step: 1,
      scale: 'factor',
    },
  },
  model: { setting: null, name: 'claude-sonnet' },
  refused: { user: null, workspace: null },
};

const sampleStatistics: CompressionStatistics = {
  calls: 61,
  compressions: 9,
  decisions: 11,
  savedTokens: 412_188,
  inputTokens: 5_120_000,
  uncompressedTokens: 9_870_000,
  outputTokens: 48_100,
  prefixTokens: 4_550_000,
  previousTokens: 4_900_000,
  dollars: 3.71,
  uncompressedDollars: 4.98,
  unpricedCalls: 0,
  summaryCalls: 3,
  summaryTokens: 90_400,
  summaryDollars: 0.31,
  unpricedSummaries: 0,
  last: { at: Date.UTC(2026, 2, 5, 10, 30), strategy: 'compact', savedTokens: 26_112 },
};

/** @param looser how much later is compacted than now: as a share of the window */
function figures(looser: number): RunFigures {
  const moved = Math.round(looser * 40);
  return {
    model: 'claude-sonnet',
    counted: 'counted',
    window: 200_000,
    reserve: 16_000,
    messages: 190,
    fates: { kept: 101 + moved, truncated: 3, compacted: 15 - moved, pruned: 0, summarized: 71 },
    contextTokens: Math.round(123_712 + looser * 90_000),
    statistics: {
      ...sampleStatistics,
      decisions: 11 - Math.round(looser * 15),
      inputTokens: Math.round(5_120_000 * (1 + looser * 0.5)),
      dollars: 3.71 * (1 + looser * 0.4),
      prefixTokens: Math.round(4_550_000 + looser * 600_000),
    },
    callsThatDoNotFit: looser > 0.2 ? 2 : 0,
    facts: { found: 610, inContext: 540 + moved, reachable: 70 - moved, lost: 0 },
  };
}

function whatIfAnswer({ after }: Pick<WhatIfQuestion, 'after'>): WhatIfAnswer {
  const moved = after.values[headroom];
  const looser = typeof moved === 'number' ? moved - 0.75 : 0;
  const [now, then] = [figures(0), figures(looser)];
  const count = Math.abs(now.fates.compacted - then.fates.compacted);
  const [from, to] = looser > 0 ? (['compacted', 'kept'] as const) : (['kept', 'compacted'] as const);
  return {
    before: now,
    after: then,
    went: null,
    changes: count === 0 ? [] : [{ from, to, count }],
    points: Array.from({ length: 61 }, (_, call) => {
      const tokens = 20_000 + ((call * 7_000) % 160_000);
      return {
        firstCall: call + 1,
        call: call + 1,
        tokensBefore: tokens,
        tokensAfter: tokens,
        savedTokens: 0,
        prefixTokens: 0,
        previousTokens: 0,
        decisionCount: 0,
      };
    }),
    held: Object.fromEntries(
      tuned.map(({ setting: name, control }) => [
        name,
        {
          value: after.values[name] ?? control.value,
          governedBy: name === 'strata.compression.thresholdTokens' ? 'strata.compression.config' : null,
        },
      ]),
    ),
    warnings:
      looser < -0.15 && after.values['strata.layer1.compactTargetRatio'] === undefined
        ? ['strata.layer1.compactTargetRatio (0.6) must be below strata.layer1.inputHeadroomRatio (0.5); 0.4 is used.']
        : [],
  };
}

function applied(wish: WhatIfWish, target: AppliedWish['target']): AppliedWish {
  return {
    target,
    settings: Object.entries(wish.values).map(([name, value]) => ({
      setting: name,
      action: 'write',
      value: JSON.stringify(value),
      isOverridden: false,
    })),
  };
}

type WhatIfApi = Pick<
  InspectorHostApi,
  | 'whatIfOptions'
  | 'whatIf'
  | 'cancelWhatIf'
  | 'applyWhatIf'
  | 'openSettingsFile'
  | 'copyText'
  | 'statistics'
  | 'resetStatistics'
>;

/** @param calls takes every call as `[method, parameters]` */
export function fakeWhatIf(calls: [string, unknown][]): WhatIfApi {
  const note = (method: string, params?: unknown): void => {
    calls.push([method, params]);
  };
  const record =
    (method: string) =>
    (params?: unknown): Promise<void> => {
      note(method, params);
      return Promise.resolve();
    };
  return {
    whatIfOptions: () => Promise.resolve(whatIfOptions),
    whatIf: (question) => {
      note('whatIf', question);
      return Promise.resolve(whatIfAnswer(question));
    },
    applyWhatIf: (params) => {
      note('applyWhatIf', params);
      return Promise.resolve(applied(params.wish, params.target));
    },
    cancelWhatIf: record('cancelWhatIf'),
    openSettingsFile: record('openSettingsFile'),
    copyText: record('copyText'),
    resetStatistics: record('resetStatistics'),
    statistics: () =>
      Promise.resolve({
        session: sampleStatistics,
        overall: {
          statistics: { ...sampleStatistics, calls: 1_204, compressions: 181, savedTokens: 8_120_400 },
          since: Date.UTC(2026, 0, 1),
        },
      }),
  };
}
