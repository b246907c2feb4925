import type { Uri } from 'vscode';
import type { ChatHostApi } from '../protocol/chat';
import type { InspectorSnapshot } from '../protocol/inspectorFacts';
import type { ApiKeys } from '../platform/secrets';
import type { LiveSessions } from './liveSessions';
import type { TranscriptEditor } from './transcriptEditor';

/** What the host tests drive; activation gives it in development and in tests only. */
export interface StrataTestApi {
  /** What the chat's page calls. */
  readonly chat: ChatHostApi;
  readonly keys: ApiKeys;
  readonly sessions: Pick<LiveSessions, 'list' | 'delete' | 'rename' | 'listTrash'>;
  /** The inspector's facts of the chat's session. */
  liveSnapshot(): Promise<InspectorSnapshot>;
  /** The inspector's facts of each file open in it. */
  transcriptSnapshots(): Promise<readonly InspectorSnapshot[]>;
  /** What the choice among the sessions of a file does. */
  showSession(file: Uri, session: number): Promise<void>;
}

export function createTestApi(
  chat: ChatHostApi,
  keys: ApiKeys,
  liveSessions: LiveSessions,
  transcripts: TranscriptEditor,
): StrataTestApi {
  return {
    chat,
    keys,
    sessions: liveSessions,
    liveSnapshot: async () => {
      const { source } = await liveSessions.active();
      return source.worker.snapshot();
    },
    transcriptSnapshots: () =>
      Promise.all(
        transcripts.sessions.map(async (session) => {
          await session.ready;
          return session.worker.snapshot();
        }),
      ),
    showSession: async (file, session) => {
      const shown = transcripts.sessions.find((open) => open.file.toString() === file.toString());
      await shown?.showSession(session);
    },
  };
}
