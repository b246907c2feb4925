import type { InspectorHostApi } from '../protocol/inspector';
import type { InspectorFacts } from '../protocol/inspectorFacts';
import type { InspectorSource, PageQuestion } from './inspectorSource';

/** Characters of a text the detail pane shows at once; the whole text opens in an editor. */
const DETAIL_CHARACTERS = 200_000;

type Answers = Pick<InspectorHostApi, PageQuestion | 'cancelWhatIf'>;

/** What an inspector page asks about its session and the worker answers, once it has something to show. */
export function inspectorAnswers({ worker, shown }: Pick<InspectorSource, 'worker' | 'shown'>): Answers {
  const once = async <Value>(ask: () => Promise<Value>): Promise<Value> => {
    await shown;
    return ask();
  };
  return {
    snapshot: () => once(() => worker.snapshot()),
    seen: (params) => once(() => worker.seen(params)),
    series: (params) => once(() => worker.series(params)),
    rows: (params) => once(() => worker.rows(params)),
    locate: (params) => once(() => worker.locate(params)),
    heading: (params) => once(() => worker.heading(params)),
    nextHit: (params) => once(() => worker.nextHit(params)),
    nextFateChange: (params) => once(() => worker.nextFateChange(params)),
    detail: (params) => once(() => worker.detail({ ...params, clipCharacters: DETAIL_CHARACTERS })),
    decision: (params) => once(() => worker.decision({ ...params, clipCharacters: DETAIL_CHARACTERS })),
    isCurrent: (params) => once(() => worker.isCurrent(params)),
    preview: (wishes) => once(() => worker.preview(wishes)),
    setTrack: (params) => once(() => worker.setTrack(params)),
    cancelWhatIf: (params) => once(() => worker.cancelWhatIf(params)),
  };
}

/** What a page is told with every change: all that a snapshot says but its series. */
export async function newestFacts(worker: Pick<InspectorSource['worker'], 'snapshot'>): Promise<InspectorFacts> {
  const { calls, tools, problems, ...facts } = await worker.snapshot();
  return facts;
}
