import type { InspectorHostApi } from '../../src/protocol/inspector';
import type { Looking, Perspective } from '../../src/protocol/perspective';

/** The host, asked from where one looks at the moment: whoever asks it need not know from where that is. */
export function seenApi(api: InspectorHostApi, perspective: () => Perspective): InspectorHostApi {
  const from = <Params extends Looking>(params: Params): Params & Looking => {
    const looking = perspective();
    return looking.kind === 'now' ? params : { ...params, perspective: looking };
  };
  // What is not asked from a perspective is the host's own; it answers to any name, so that it cannot be copied.
  return Object.assign(Object.create(api) as InspectorHostApi, {
    rows: (params) => api.rows(from(params)),
    locate: (params) => api.locate(from(params)),
    heading: (params) => api.heading(from(params)),
    nextHit: (params) => api.nextHit(from(params)),
    nextFateChange: (params) => api.nextFateChange(from(params)),
    detail: (params) => api.detail(from(params)),
    decision: (params) => api.decision(from(params)),
    isCurrent: (params) => api.isCurrent(from(params)),
    openDiff: (params) => api.openDiff(from(params)),
  } satisfies Partial<InspectorHostApi>);
}
