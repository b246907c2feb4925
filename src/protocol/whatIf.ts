import type { CallPoint } from './inspectorFacts';
import type { CompressionStatistics } from './statistics';
import type { CountMethod, Fate } from './terms';

/** What a whole session comes to under one set of settings, or as it went. */
export interface RunFigures {
  readonly model: string;
  readonly counted: CountMethod;
  readonly window: number;
  readonly reserve: number;
  readonly messages: number;
  /** Messages per fate at the end; they sum to `messages`. */
  readonly fates: Readonly<Record<Fate, number>>;
  /** Tokens of the whole input at the end. */
  readonly contextTokens: number;
  /** Over all calls. What summaries take is estimated where none was written by a model. */
  readonly statistics: CompressionStatistics;
  /** Calls whose input is more than the window less the reserve. */
  readonly callsThatDoNotFit: number;
  readonly facts: FactSurvival;
}

/** The survival check over a whole session, in facts, at its end. */
export interface FactSurvival {
  readonly found: number;
  /** Word for word in the context. */
  readonly inContext: number;
  /** Not there, but behind a pointer. */
  readonly reachable: number;
  /** Neither. */
  readonly lost: number;
}

/** Messages that are another than before. */
export interface FateChange {
  readonly from: Fate;
  readonly to: Fate;
  readonly count: number;
}

/** Two runs over one session, side by side. */
export interface RunComparison {
  readonly before: RunFigures;
  readonly after: RunFigures;
  /** As the session went, where that is not what a replay says: a live session, a recording. */
  readonly went: RunFigures | null;
  readonly changes: readonly FateChange[];
  /** Of `after`, for the chart: a call each, or neighbours merged as in the session's own. */
  readonly points: readonly CallPoint[];
}

/** What is wished otherwise than it is. What is not named stays as it is. */
export interface WhatIfWish {
  /** By the full names of the settings. */
  readonly values: Readonly<Record<string, TunedValue>>;
  /** A profile of proactive compression, and its scenario where that is not to follow from the window. */
  readonly profile: { readonly name: string; readonly scenario: 'longContext' | 'default' | null } | null;
  /** Tokens; null: as it is. */
  readonly window: number | null;
  /** Null: the session's own. */
  readonly model: string | null;
}

export type TunedValue = number | boolean | readonly string[];

/** What two runs are made under. `went`: nothing is run, it is the session as it went. */
export type WhatIfSide = { readonly kind: 'wish'; readonly wish: WhatIfWish } | { readonly kind: 'went' };

/** A number of a setting: from where to where, and how it is moved. */
export interface TunedNumber {
  readonly kind: 'number';
  readonly unit: 'share' | 'tokens' | 'characters' | 'messages' | 'chunks' | 'tokensPerCharacter';
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
  /** `factor`: equal ways of a slider are equal factors. */
  readonly scale: 'linear' | 'factor';
  readonly default: number;
  readonly value: number;
}

/** A setting that can be moved, as it stands now. */
export interface TunedSetting {
  /** Full name: `strata.layer1.inputHeadroomRatio`. */
  readonly setting: string;
  /** Short, in the user's language. */
  readonly title: string;
  readonly description: string;
  /** The heading it stands under, in the user's language. */
  readonly group: string;
  readonly control:
    | TunedNumber
    | { readonly kind: 'switch'; readonly default: boolean; readonly value: boolean }
    | {
        readonly kind: 'list';
        readonly choices: readonly string[];
        readonly default: readonly string[];
        readonly value: readonly string[];
      };
}

/** From where what-if can begin. */
export interface WhatIfPreset {
  readonly id: string;
  readonly kind: 'defaults' | 'gentle' | 'aggressive' | 'start' | 'profile';
  /** Of a profile: its name, and the scenario where it is one of them. */
  readonly name: string;
  readonly scenario: 'longContext' | 'default' | null;
  readonly wish: WhatIfWish;
}

export interface KnownModel {
  readonly name: string;
  /** Tokens. */
  readonly window: number;
  /** US dollars for a million tokens in. */
  readonly inputPrice: number;
}

/** Everything what-if can be asked with, as of the settings as they are. */
export interface WhatIfOptions {
  readonly settings: readonly TunedSetting[];
  readonly presets: readonly WhatIfPreset[];
  readonly models: readonly KnownModel[];
  /** The setting that the window of this session comes from; null where none does. */
  readonly window: { readonly setting: string | null; readonly control: TunedNumber };
  /** The same of its model. */
  readonly model: { readonly setting: string | null; readonly name: string };
  /** Why nothing can be written there; null where it can. */
  readonly refused: { readonly user: string | null; readonly workspace: string | null };
}

/** A tuned setting as it holds under a wish: another one may decide in its place. */
export interface HeldValue {
  readonly value: TunedValue;
  /** Full name of the setting that decides; null where this one does. */
  readonly governedBy: string | null;
}

export interface WhatIfAnswer extends RunComparison {
  /** Of what is wished in `after`. */
  readonly held: Readonly<Record<string, HeldValue>>;
  /** One sentence for each value that could not be taken as it is. */
  readonly warnings: readonly string[];
}

export interface WhatIfQuestion {
  /** Names the question, to cancel it and to show rows by it. */
  readonly request: string;
  readonly before: WhatIfSide;
  readonly after: WhatIfWish;
}

export type SettingTarget = 'user' | 'workspace';

/** What was written, setting by setting. */
export interface AppliedWish {
  readonly target: SettingTarget;
  readonly settings: readonly {
    readonly setting: string;
    readonly action: 'write' | 'remove' | 'none';
    /** What was wanted, as it stands in a file. */
    readonly value: string;
    /** The workspace says otherwise and goes before. */
    readonly isOverridden: boolean;
  }[];
}
