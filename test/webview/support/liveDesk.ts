import { coalesced } from '../../../src/platform/coalesced';
import type { JournalEntry } from '../../../src/engine/journal';
import type { Message } from '../../../src/engine/message';
import type { InspectorEvents, InspectorHostApi } from '../../../src/protocol/inspector';
import { inspectorAnswers, newestFacts } from '../../../src/views/inspectorAnswers';
import type { SessionDesk } from '../../../src/worker/sessionDesk';
import { characterMessageCounter } from '../../support/characterCounter';
import { defaultEngineSettings } from '../../support/engineFixture';
import { inProcessWorker } from '../../support/inProcessWorker';
import { headerEntry, messageEntries, readStep, userMessage } from '../../unit/worker/sessionFixtures';
import { fakeInspector } from './inspectorHost';
import { openView, type OpenView } from './openView';

/** So small that a few results of tools fill it. Tokens. */
const WINDOW = 4_000;

/** A live session with the worker's own answers, beside a page that shows it. */
export class LiveDesk {
  readonly desk: SessionDesk;
  readonly #onChange: (listener: () => void) => () => void;
  #length = 0;

  constructor() {
    const counter = characterMessageCounter();
    const worker = inProcessWorker(() => Promise.resolve(counter));
    this.desk = worker.desk;
    this.#onChange = (listener) => worker.on('changed', listener);
  }

  async start(): Promise<void> {
    await this.desk.openLive({ settings: defaultEngineSettings });
    await this.#append([headerEntry(WINDOW), ...messageEntries([userMessage('0', 'Read every file.')])]);
  }

  /** A call that reads a file of so many characters, after what has to go for it. */
  async read(characters: number): Promise<void> {
    const { decisions, inputTokens } = await this.desk.plan({ kind: 'beforeCall' });
    await this.#append(decisions.map((decision): JournalEntry => ({ type: 'decision', decision })));
    const historyLength = this.#length;
    const [reply, result] = readStep(historyLength, `src/file${String(historyLength)}.ts`, 'x'.repeat(characters));
    await this.#append([
      { type: 'message', message: reply satisfies Message },
      { type: 'call', historyLength, inputTokens, model: 'test-model' },
      { type: 'message', message: result },
    ]);
  }

  async open(savedState?: unknown): Promise<OpenView<InspectorEvents>> {
    // What needs an editor or a session of the chat is no part of this.
    const api: InspectorHostApi = {
      ...fakeInspector([]).api,
      ...inspectorAnswers({ worker: this.desk, shown: Promise.resolve() }),
    };
    const view = await openView<InspectorHostApi, InspectorEvents>({ view: 'inspector', api, savedState });
    this.#onChange(
      coalesced(async () => {
        view.host.emit('changed', { facts: await newestFacts(this.desk) });
      }),
    );
    await view.page.locator('.row .line').first().waitFor();
    return view;
  }

  async #append(entries: readonly JournalEntry[]): Promise<void> {
    this.#length += entries.filter(({ type }) => type === 'message').length;
    await this.desk.append(entries);
  }
}
