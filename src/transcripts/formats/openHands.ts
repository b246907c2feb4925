import { isList, isRecord, stringAt, type JsonRecord } from '../../wire/jsonValue';
import type { ReadContext, RecordReader, TranscriptFormat } from '../transcriptFormat';
import type { SourcePosition } from '../../engine/message';
import { ConversationFolder } from './openHands/conversationFolder';
import { EventMessages } from './openHands/eventMessages';
import { TrajectoryMessages } from './openHands/trajectoryMessages';

/**
 * Conversations of OpenHands: a folder of event files, opened by any of them or by `base_state.json`; lists and lines of
 * events; and the trajectories of older versions.
 */
export const openHands: TranscriptFormat = { id: 'openhands', label: 'OpenHands', detect, open };

function detect(sample: readonly unknown[]): number {
  const values = sample.flatMap((record) => eventsIn(record) ?? [record]);
  let trajectory = 0;
  for (const value of values.slice(0, 50)) {
    if (isEvent(value) || isBaseState(value)) return 0.97;
    if (isTrajectoryEvent(value)) trajectory += 1;
  }
  return trajectory > 0 ? 0.96 : 0;
}

/** The events a record holds, where it is no event itself. */
function eventsIn(record: unknown): readonly unknown[] | null {
  if (isList(record)) return record;
  if (!isRecord(record) || 'kind' in record) return null;
  for (const field of ['events', 'items', 'history', 'trajectory']) {
    const list = record[field];
    if (isList(list) && list.some((value) => isEvent(value) || isTrajectoryEvent(value))) return list;
  }
  return null;
}

const KINDS = /^(?:\w+Event|Condensation|CondensationRequest|UserRejectObservation)$/;

function isEvent(value: unknown): value is JsonRecord {
  if (!isRecord(value) || !KINDS.test(stringAt(value, 'kind') ?? '')) return false;
  return typeof value['id'] === 'string' && typeof value['source'] === 'string';
}

function isBaseState(value: unknown): value is JsonRecord {
  if (!isRecord(value) || !isRecord(value['agent'])) return false;
  return typeof value['id'] === 'string' && ('execution_status' in value || 'agent_status' in value);
}

const SOURCES = new Set(['user', 'agent', 'environment']);

function isTrajectoryEvent(value: unknown): boolean {
  if (!isRecord(value) || !SOURCES.has(stringAt(value, 'source') ?? '')) return false;
  const isAction = typeof value['action'] === 'string' && isRecord(value['args']);
  return isAction || (typeof value['observation'] === 'string' && 'content' in value);
}

function open(context: ReadContext): RecordReader {
  const messages = new EventMessages();
  const trajectory = new TrajectoryMessages();
  const folder = new ConversationFolder(context, messages);
  let isTrajectory = false;
  const addEvent = (value: unknown, source: SourcePosition, isLone: boolean): void => {
    if (isTrajectoryEvent(value) && isRecord(value)) {
      isTrajectory = true;
      trajectory.add(value, source);
    } else if (isBaseState(value)) folder.addState(value);
    else if (!isRecord(value)) context.problems.report('info', source, 'A record that is no event was left out.');
    else if (!isLone || !folder.isEventFile) messages.add(value, source);
  };
  return {
    add(record, position) {
      const source = { line: position.line, byteOffset: position.byteOffset };
      const events = eventsIn(record);
      if (events === null) addEvent(record, source, true);
      else for (const event of events) addEvent(event, source, false);
    },
    async finish(problems) {
      if (isTrajectory) return trajectory.finish(problems);
      const state = await folder.read(problems);
      return messages.finish(state, problems);
    },
  };
}
