import type { ToolCallPart } from '../message';
import { toolMatcher } from '../toolNames';
import { argumentObject, argumentStrings, textUnder } from './callArguments';
import { linesOf } from './sentences';

export type FileAction = 'read' | 'written' | 'edited';

export interface TouchedFile {
  readonly path: string;
  readonly action: FileAction;
}

const PATH_KEYS = [
  'file_path',
  'filePath',
  'path',
  'filename',
  'file',
  'target_file',
  'targetFile',
  'notebook_path',
  'absolute_path',
  'relative_workspace_path',
];

/** Longer ones are no path. */
const LONGEST_PATH = 1_000;

const reads = toolMatcher(['Read File']);
const creates = toolMatcher(['Write File', 'Create File']);
const edits = toolMatcher(['Edit']);

/** The files a tool call reads or changes. */
export function filesTouchedBy(call: ToolCallPart): readonly TouchedFile[] {
  if (call.arguments.includes('*** Begin Patch')) return patchedFiles(call.arguments);
  const action = actionOf(call.name);
  if (action === null) return [];
  const given = argumentObject(call.arguments);
  const path = given === null ? null : textUnder(given, PATH_KEYS);
  if (given === null || path === null || path.length > LONGEST_PATH || path.includes('\n')) return [];
  return [{ path, action: commandAction(given['command']) ?? action }];
}

function actionOf(name: string): FileAction | null {
  if (reads(name)) return 'read';
  if (creates(name)) return 'written';
  return edits(name) ? 'edited' : null;
}

/** Some editors are one tool whose `command` says what it does. */
function commandAction(command: unknown): FileAction | null {
  if (command === 'view') return 'read';
  if (command === 'create') return 'written';
  return null;
}

function patchedFiles(argumentsText: string): TouchedFile[] {
  const files: TouchedFile[] = [];
  for (const { value } of argumentStrings(argumentsText)) {
    if (!value.includes('*** Begin Patch')) continue;
    for (const line of linesOf(value)) {
      const path = /^\*\*\* (Add|Update) File: (\S[^\n]{0,999})$/.exec(line);
      if (path?.[2] !== undefined) files.push({ path: path[2], action: path[1] === 'Add' ? 'written' : 'edited' });
    }
  }
  return files;
}
