import { commands, env, l10n, type Webview } from 'vscode';
import type { SettingsReader } from '../config/readSettings';
import { settingKeys } from '../config/settings';
import { coalesced } from '../platform/coalesced';
import { Disposables, type Disposable } from '../platform/disposables';
import type { Log } from '../platform/log';
import { webviewTransport } from '../platform/webviewTransport';
import type { InspectorEvents, InspectorHostApi } from '../protocol/inspector';
import type { DetailSubject } from '../protocol/inspectorDetail';
import type { SettingTarget } from '../protocol/whatIf';
import { createRpcServer, type RpcServer } from '../protocol/rpc';
import { chooseSession } from './chooseSession';
import { inspectorAnswers, newestFacts } from './inspectorAnswers';
import type { InspectorSource } from './inspectorSource';
import { inspectorValidators } from './inspectorValidators';
import type { OriginalDocuments } from './originalDocuments';
import type { SourceLines } from './sourceLines';
import { resetStatistics, type StatisticsKeeper } from './statisticsKeeper';
import { ViewError, describeError } from './viewError';
import { WhatIfDesk, type WhatIfServices } from './whatIfDesk';

/** A panel of the page that can be asked for. */

export interface InspectorServices extends WhatIfServices {
  readonly log: Log;
  readonly settings: SettingsReader;
  readonly statistics: StatisticsKeeper;
  readonly originals: OriginalDocuments;
  readonly sourceLines: Pick<SourceLines, 'open'>;
  /** Asks where to, and writes the session there. */
  exportSession(source: InspectorSource): Promise<unknown>;
}

/** Answers one inspector page about one session, and tells it of changes. The page may be hidden or reload at any time. */
export class InspectorController implements Disposable {
  private readonly owned = new Disposables();
  private readonly server: RpcServer<InspectorEvents>;
  /** The page has asked for the session, so it listens. */
  private hasLoaded = false;
  /** What the page is to show as soon as it listens. */
  private waiting: DetailSubject | null = null;
  private readonly whatIf: WhatIfDesk;
  /** Sends the newest facts. */
  private readonly push = coalesced(() => this.pushFacts());

  constructor(
    webview: Webview,
    private readonly source: InspectorSource,
    private readonly services: InspectorServices,
  ) {
    this.whatIf = new WhatIfDesk(source, services);
    this.server = createRpcServer<InspectorHostApi, InspectorEvents>(
      webviewTransport(webview),
      this.api(),
      inspectorValidators,
      (error) => describeError(services.log, error),
    );
    this.owned.addFunction(() => {
      this.server.close();
    });
    this.owned.add(services.originals.addSource(source));
    this.owned.add(source.onDidChange(this.push));
    this.owned.add(
      source.onProgress((progress) => {
        this.server.emit('progress', progress);
      }),
    );
    this.owned.add(
      source.onWhatIfProgress((progress) => {
        this.server.emit('whatIfProgress', progress);
      }),
    );
    this.owned.add(services.settings.onDidChange(() => void this.pushWhatIfOptions()));
    this.owned.add(
      services.statistics.onDidChange((overall) => {
        this.server.emit('statistics', overall);
      }),
    );
    this.owned.add(
      source.onDidFail((error) => {
        this.server.emit('failed', { message: describeError(services.log, error) });
      }),
    );
    source.ready.then(this.push, (error: unknown) => {
      this.server.emit('failed', { message: describeError(services.log, error) });
    });
  }

  /**
   * Has the page show a message or a decision.
   * @param isSeen whether the page was in sight; one that was not loads anew, and is told once it has loaded
   */
  reveal(subject: DetailSubject, isSeen: boolean): void {
    if (!isSeen || !this.hasLoaded) this.waiting = subject;
    this.server.emit('reveal', subject);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private async pushWhatIfOptions(): Promise<void> {
    try {
      this.server.emit('whatIfOptions', await this.whatIf.options());
    } catch (error) {
      this.services.log.debug(`The page was not told of the settings: ${String(error)}`);
    }
  }

  private async pushFacts(): Promise<void> {
    try {
      this.server.emit('changed', { facts: await newestFacts(this.source.worker) });
    } catch (error) {
      this.server.emit('failed', { message: describeError(this.services.log, error) });
    }
  }

  private api(): InspectorHostApi {
    const { source, services } = this;
    const answers = inspectorAnswers(source);
    return {
      ...answers,
      snapshot: async () => {
        const snapshot = await answers.snapshot();
        this.hasLoaded = true;
        if (this.waiting !== null) this.server.emit('reveal', this.waiting);
        this.waiting = null;
        return snapshot;
      },
      openOriginal: ({ index }) => services.originals.openOriginal(source, index),
      openDiff: ({ index, perspective }) => services.originals.openDiff(source, index, perspective),
      openSetting,
      openSourceLine: async (place) => {
        if (source.file === null) throw new ViewError('notFound', l10n.t('The session has no file yet.'));
        await services.sourceLines.open(source.file, place);
      },
      chooseSession: () => chooseSession(source),
      restoreSession: async ({ session }) => source.restoreSession?.(session),
      setPinned: ({ index, pinned }) => writable(source).setPinned(index, pinned),
      undo: ({ decisionId }) => writable(source).undo(decisionId),
      restore: ({ index }) => writable(source).restore(index),
      compact: (wishes) => writable(source).compact(wishes),
      exportSession: async () => {
        await services.exportSession(source);
      },
      whatIfOptions: async () => {
        await source.shown;
        return this.whatIf.options();
      },
      whatIf: async (question) => {
        await source.shown;
        return this.whatIf.ask(question);
      },
      applyWhatIf: ({ wish, target }) => this.whatIf.apply(wish, target),
      openSettingsFile,
      copyText: async ({ text }) => {
        await env.clipboard.writeText(text);
      },
      statistics: async () => {
        await source.shown;
        const [session, overall] = await Promise.all([source.worker.statistics(), services.statistics.read()]);
        return { session, overall };
      },
      resetStatistics: () => resetStatistics(services.statistics),
    };
  }
}

function writable(source: InspectorSource): NonNullable<InspectorSource['actions']> {
  if (source.actions !== null) return source.actions;
  throw new ViewError('readOnly', l10n.t('A transcript is shown as it was recorded and cannot be changed.'));
}

/** Only our own settings: the page's content comes from files. */
async function openSetting({ setting }: { readonly setting: string }): Promise<void> {
  if (!settingKeys.some((key) => `strata.${key}` === setting)) {
    throw new ViewError('notFound', l10n.t('There is no such setting.'));
  }
  await commands.executeCommand('workbench.action.openSettings', `@id:${setting}`);
}

async function openSettingsFile({ target }: { readonly target: SettingTarget }): Promise<void> {
  await commands.executeCommand(
    target === 'user' ? 'workbench.action.openSettingsJson' : 'workbench.action.openWorkspaceSettingsFile',
  );
}
