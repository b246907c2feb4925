import { isList, isRecord, numberAt, recordAt, stringAt, type JsonRecord } from '../../wire/jsonValue';
import type { ProblemList } from '../problemList';
import { noSuchSession } from '../severalSessions';
import type { SourcePosition } from '../../engine/message';
import type { ReadContext, ReadSession, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { readHistory, type AgentHistory } from './sweAgent/history';
import { historyOfSteps } from './sweAgent/historyOfSteps';
import { stepInputs } from './sweAgent/stepInputs';

/** Trajectories of SWE-agent: `<instance>.traj`, also of a run that made several attempts, and demonstrations. */
export const sweAgent: TranscriptFormat = { id: 'swe-agent', label: 'SWE-agent', detect, open };

function detect(sample: readonly unknown[]): number {
  return sample.some((record) => isRecord(record) && runsIn(record).length > 0) ? 0.97 : 0;
}

/** One attempt at a task. */
interface Run {
  readonly data: JsonRecord;
  readonly steps: readonly unknown[];
  readonly history: readonly unknown[];
}

function runsIn(record: JsonRecord): readonly Run[] {
  const attempts = record['attempts'];
  const runs = isList(attempts) ? attempts.flatMap((attempt) => (isRecord(attempt) ? (runOf(attempt) ?? []) : [])) : [];
  if (runs.length > 0) return runs;
  return [runOf(record) ?? []].flat();
}

function runOf(data: JsonRecord): Run | null {
  const [steps, history] = [listAt(data, 'trajectory'), listAt(data, 'history')];
  const isRun = steps.some(isStep) || history.some(isHistoryItem);
  return isRun ? { data, steps, history } : null;
}

function listAt(record: JsonRecord, key: string): readonly unknown[] {
  const value = record[key];
  return isList(value) ? value : [];
}

function isStep(value: unknown): boolean {
  return isRecord(value) && 'action' in value && ('observation' in value || 'response' in value);
}

function isHistoryItem(value: unknown): boolean {
  return isRecord(value) && typeof value['role'] === 'string' && ('agent' in value || 'message_type' in value);
}

interface ReadRun extends Run {
  readonly read: AgentHistory;
}

function open({ problems, session }: ReadContext): RecordReader {
  const runs: ReadRun[] = [];
  let best: number | null = null;
  return {
    add(record, position) {
      const found = isRecord(record) ? runsIn(record) : [];
      if (found.length === 0) problems.report('info', position, 'The record holds no trajectory; it was left out.');
      if (isRecord(record)) best = numberAt(recordAt(record, 'info') ?? {}, 'best_attempt_idx') ?? best;
      for (const run of found) runs.push({ ...run, read: readRun(run, position, problems) });
    },
    finish: (found) => finish(runs, session ?? best ?? runs.length - 1, found),
  };
}

function readRun(run: Run, position: SourcePosition, problems: ProblemList): AgentHistory {
  if (run.history.length > 0) return readHistory(run.history, position, problems);
  problems.report('info', position, 'The file has no history; the messages are told from the steps.');
  return readHistory(historyOfSteps(run.steps), position, problems);
}

/** @throws TranscriptError `severalSessions` */
function finish(runs: readonly ReadRun[], shown: number, problems: ProblemList): ReadSession {
  if (runs.length === 0) return { messages: [] };
  const run = runs[shown];
  if (run === undefined) throw noSuchSession(shown, runs.length);
  const { messages } = run.read;
  const { callBoundaries, compactions } = stepInputs(run.steps, run.read, problems);
  const config = configOf(run.data);
  const titles = runs.map(
    ({ read }, index) => `Attempt ${String(index + 1)} (${String(read.messages.length)} messages)`,
  );
  return {
    messages,
    callBoundaries,
    title: stringAt(recordAt(config, 'problem_statement') ?? {}, 'id'),
    model: modelOf(config),
    ...(compactions.length === 0 ? {} : { recorded: { compactions } }),
    ...(runs.length === 1 ? {} : { sessions: { shown, titles } }),
  };
}

/** What the run was started with; newer files hold it as JSON in a string. */
function configOf(data: JsonRecord): JsonRecord {
  const config = data['replay_config'];
  if (isRecord(config)) return config;
  try {
    const parsed: unknown = typeof config === 'string' ? JSON.parse(config) : null;
    return isRecord(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

/** The model's name, where it is one and not a word for a replay of recorded actions. */
function modelOf(config: JsonRecord): string | null {
  const name = stringAt(recordAt(recordAt(config, 'agent') ?? {}, 'model') ?? {}, 'name');
  return name === null || /^(?:replay|human|human_thought|instant_empty_submit)$/.test(name) ? null : name;
}
