import type { InspectorSnapshot } from '../../src/protocol/inspectorFacts';
import type { Folding, RowFilter } from '../../src/protocol/inspectorRows';
import type { Fate, Role } from '../../src/protocol/terms';
import type { BatchKind, PreviewWishes } from '../../src/protocol/preview';
import type { Perspective } from '../../src/protocol/perspective';
import { readSavedState, saveState } from '../host';
import { fateOrder } from '../ui/fate';
import { nothingFolded } from './turnFolding';

/** A track of another agent's session: what that agent did, or what Strata would have done. */
export type FileTrack = Exclude<InspectorSnapshot['track'], 'live'>;

export const trackOrder: readonly FileTrack[] = ['recorded', 'replayed'];

/** The selected row, by what identifies it in every revision. */
export type Selection =
  | { readonly kind: 'message'; readonly index: number }
  | { readonly kind: 'decision'; readonly id: string }
  | { readonly kind: 'turn'; readonly turn: number };

export const detailTabs = ['context', 'original', 'why'] as const;
export type DetailTab = (typeof detailTabs)[number];

export const roleOrder: readonly Role[] = ['system', 'user', 'assistant', 'tool'];

/** What the inspector keeps over hiding, reload and restart; all of it is about how one looks, none about what is so. */
export interface InspectorViewState {
  /** The live session, or the one of several in a file, this belongs to; another session starts afresh. */
  readonly sessionId: string | null;
  /** Which of several sessions of the file was looked at, from 0; null where it holds one. */
  readonly session: number | null;
  /** Which of two tracks was looked at; null: the one a file opens with. */
  readonly track: FileTrack | null;
  readonly filter: RowFilter;
  /** Whether a search leaves the rows without a hit in the list. */
  readonly showsOthers: boolean;
  /** The turns of which only the heading shows. */
  readonly folding: Folding;
  readonly selection: Selection | null;
  readonly tab: DetailTab;
  /** Part of the width (or height) the list takes beside the detail. */
  readonly split: number;
  /** Index of the topmost message in sight, so that it is there again. */
  readonly topMessage: number | null;
  /** Whether the list keeps to the end of a session that grows. */
  readonly following: boolean;
  readonly problemsOpen: boolean;
  readonly chartOpen: boolean;
  /** Whether keys of a single character do anything. */
  readonly singleKeys: boolean;
  /** From where one looks at the session. */
  readonly perspective: Perspective;
  /** What is wished of the compaction that is looked at; null: none is. */
  readonly preview: PreviewWishes | null;
}

const batchKinds: readonly BatchKind[] = ['results', 'arguments', 'messages'];

export const emptyFilter: RowFilter = {
  fates: [],
  roles: [],
  tools: [],
  text: '',
  differs: false,
  layers: [],
  problems: false,
};

export const layerOrder = [1, 2, 3] as const;

export const splitLimits = { least: 0.2, most: 0.8 } as const;

export const initialViewState: InspectorViewState = {
  sessionId: null,
  session: null,
  track: null,
  filter: emptyFilter,
  showsOthers: false,
  folding: nothingFolded,
  selection: null,
  tab: 'context',
  split: 0.62,
  topMessage: null,
  following: true,
  problemsOpen: false,
  chartOpen: true,
  singleKeys: true,
  perspective: { kind: 'now' },
  preview: null,
};

export function readViewState(): InspectorViewState {
  return parseViewState(readSavedState());
}

export function writeViewState(state: InspectorViewState): void {
  saveState(state);
}

type Fields = Readonly<Record<string, unknown>>;

/** Takes from a saved state what still makes sense; an older version may have written it. */
function parseViewState(saved: unknown): InspectorViewState {
  const fields = asFields(saved);
  const { sessionId, session, track, filter, showsOthers, folding, selection, tab, split, topMessage } = fields;
  const { following, problemsOpen, chartOpen, singleKeys, perspective, preview } = fields;
  return {
    sessionId: typeof sessionId === 'string' ? sessionId : null,
    session: isIndex(session) ? session : null,
    track: trackOrder.find((known) => known === track) ?? null,
    filter: parseFilter(asFields(filter)),
    showsOthers: showsOthers === true,
    folding: parseFolding(asFields(folding)),
    selection: parseSelection(asFields(selection)),
    tab: detailTabs.find((known) => known === tab) ?? initialViewState.tab,
    split:
      typeof split === 'number' && split >= splitLimits.least && split <= splitLimits.most
        ? split
        : initialViewState.split,
    topMessage: isIndex(topMessage) ? topMessage : null,
    following: following !== false,
    problemsOpen: problemsOpen === true,
    chartOpen: chartOpen !== false,
    singleKeys: singleKeys !== false,
    perspective: parsePerspective(asFields(perspective)),
    preview: parseWishes(asFields(preview)),
  };
}

function parseFilter({ fates, roles, tools, text, differs, layers, problems }: Fields): RowFilter {
  return {
    fates: knownOf<Fate>(fates, fateOrder),
    roles: knownOf<Role>(roles, roleOrder),
    tools: Array.isArray(tools) ? tools.filter((tool) => typeof tool === 'string') : [],
    text: typeof text === 'string' ? text : '',
    differs: differs === true,
    layers: Array.isArray(layers) ? layerOrder.filter((layer) => layers.includes(layer)) : [],
    problems: problems === true,
  };
}

function parseFolding({ mode, turns }: Fields): Folding {
  if ((mode !== 'named' && mode !== 'allBut') || !Array.isArray(turns)) return nothingFolded;
  return { mode, turns: turns.filter(isIndex) };
}

function parseSelection({ kind, index, id, turn }: Fields): Selection | null {
  if (kind === 'message' && isIndex(index)) return { kind, index };
  if (kind === 'decision' && typeof id === 'string') return { kind, id };
  if (kind === 'turn' && isIndex(turn)) return { kind, turn };
  return null;
}

function parsePerspective({ kind, call }: Fields): Perspective {
  return kind === 'call' && isIndex(call) ? { kind, call } : initialViewState.perspective;
}

function parseWishes({ skip, pin }: Fields): PreviewWishes | null {
  if (!Array.isArray(skip) || !Array.isArray(pin)) return null;
  return { skip: knownOf(skip, batchKinds), pin: pin.filter(isIndex) };
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function isIndex(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function knownOf<Word extends string>(value: unknown, known: readonly Word[]): readonly Word[] {
  return Array.isArray(value) ? known.filter((word) => value.includes(word)) : [];
}
