import type { Message } from '../message';
import { textOf, typedTextOf } from '../message';
import { ownText } from '../ownText';
import { resultText } from '../resultText';
import { toolMatcher } from '../toolNames';
import { argumentStrings } from './callArguments';
import { errorsIn } from './errorFacts';
import type { FactKind, FactSource, Sighting } from './facts';
import { instructionsIn } from './instructionFacts';
import { numbersIn } from './numberFacts';
import { pathsIn } from './pathFacts';
import { linesOf } from './sentences';
import { boxesIn } from './todoFacts';
import { typedText } from './typedText';

/** A message with more facts of one kind than this is a listing; the rest of it is behind its pointer. */
const MOST_OF_ONE_KIND = 1_000;

/** Longer commands are scripts: their first line says what they are about. */
const LONGEST_COMMAND = 200;

const runsCommands = toolMatcher(['Bash']);
const printsDocuments = toolMatcher(['Read File', 'Grep', 'Search Files', 'Web Fetch', 'Recall']);

/** A message never changes, so it is looked at once, however many compactions follow. */
const known = new WeakMap<Message, readonly Sighting[]>();

/** The facts of one message, each once. */
export function sightingsOf(message: Message): readonly Sighting[] {
  const found = known.get(message);
  if (found !== undefined) return found;
  const sightings = findSightings(message);
  known.set(message, sightings);
  return sightings;
}

const tickedKnown = new WeakMap<Message, readonly string[]>();

/** Entries that a message shows as done. */
export function tickedBoxesIn(message: Message): readonly string[] {
  if (message.role !== 'user' && message.role !== 'assistant') return [];
  const found = tickedKnown.get(message);
  if (found !== undefined) return found;
  const ticked = findTicked(message);
  tickedKnown.set(message, ticked);
  return ticked;
}

function findTicked(message: Message): string[] {
  return [...boxesIn(textOf(message))].filter(({ mark }) => mark === 'ticked').map(({ text }) => text);
}

function findSightings(message: Message): readonly Sighting[] {
  const found = new SightingSet();
  switch (message.role) {
    case 'system':
      break;
    case 'user':
      addUserFacts(message, found);
      break;
    case 'assistant':
      addAssistantFacts(message, found);
      break;
    case 'tool': {
      const isDocument = printsDocuments(message.toolName ?? '') && message.isError !== true;
      addText(resultText(message), isDocument ? 'document' : 'output', found);
      break;
    }
  }
  return found.all;
}

class SightingSet {
  readonly all: Sighting[] = [];
  private readonly known = new Map<FactKind, Set<string>>();

  add(kind: FactKind, text: string, source: FactSource): void {
    const known = this.known.get(kind) ?? new Set();
    this.known.set(kind, known);
    if (known.has(text) || known.size >= MOST_OF_ONE_KIND) return;
    const own = ownText(text);
    known.add(own);
    this.all.push({ kind, text: own, source });
  }
}

function addText(text: string, source: FactSource, found: SightingSet): void {
  for (const path of pathsIn(text)) found.add('path', path, source);
  for (const error of errorsIn(text, source !== 'document' && source !== 'call')) found.add('error', error, source);
  for (const number of numbersIn(text)) found.add('number', number, source);
}

function addUserFacts(message: Message, found: SightingSet): void {
  const typed = typedText(message);
  for (const instruction of instructionsIn(typed)) found.add('instruction', instruction, 'user');
  for (const { text, mark } of boxesIn(typed)) if (mark !== 'ticked') found.add('todo', text, 'user');
  for (const command of commandsIn(typed)) found.add('command', command, 'user');
  if (typed !== '') addText(typed, 'user', found);
  else addText(typedTextOf(message), 'output', found);
  for (const part of message.parts) {
    if (part.type === 'text' && part.attachment !== undefined) addText(part.text, 'document', found);
  }
}

function addAssistantFacts(message: Message, found: SightingSet): void {
  for (const part of message.parts) {
    if (part.type === 'text') addText(part.text, 'assistant', found);
    if (part.type !== 'toolCall') continue;
    const isCommand = runsCommands(part.name);
    for (const { key, value } of argumentStrings(part.arguments)) {
      if (isCommand && /^(?:command|cmd|script|args)?$/i.test(key)) {
        const command = commandOf(value);
        if (command !== null) found.add('command', command, 'call');
      }
      addText(value, value.length > LONGEST_COMMAND && !isCommand ? 'document' : 'call', found);
    }
  }
}

/** The first line of a command; null for what is only a shell's name or its option. */
function commandOf(script: string): string | null {
  const [first] = linesOf(script);
  if (first === undefined || first.length < 2 || /^(?:(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?sh|-\w{1,4})$/.test(first))
    return null;
  return first.length <= LONGEST_COMMAND ? first : null;
}

/** Commands a person pasted in a shell's block. */
function* commandsIn(typed: string): Generator<string, void, undefined> {
  let isShell = false;
  for (const line of linesOf(typed)) {
    if (line.startsWith('```')) isShell = !isShell && /^```(?:ba|z)?sh\b|^```(?:shell|console)\b/.test(line);
    else if (isShell || /^\$ \S/.test(line)) {
      const command = commandOf(line.replace(/^\$ /, ''));
      if (command !== null) yield command;
    }
  }
}
