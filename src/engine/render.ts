import type { Decision } from './decision';
import { ContextLedger } from './ledger';
import type { MessageState } from './ledger';
import { hasContent, toolCallsOf } from './message';
import type { Message, Part } from './message';
import type { MessageCounter } from './messageCounter';
import { MISSING_OPENING, STRAY_RESULT_PREFIX, UNANSWERED_RESULT } from './notices';
import { resultText } from './resultText';
import type { Notice } from './standingNotice';
import type { Step } from './stepIndex';
import { wireMessage } from './wireMessage';

/** One message of the context. */
export interface ContextEntry {
  readonly message: Message;
  /** Its index in the history; null for a notice and for what repairs a broken recording. */
  readonly index: number | null;
}

/** The context from scratch: `history` through `decisions`. Nothing else decides what the model sees. */
export function render(
  history: readonly Message[],
  decisions: readonly Decision[],
  counter: MessageCounter,
): ContextEntry[] {
  const ledger = new ContextLedger(counter);
  let next = 0;
  for (const message of history) {
    for (let decision = decisions[next]; decision?.historyLength === ledger.length; decision = decisions[next]) {
      ledger.apply(decision);
      next += 1;
    }
    ledger.append(message);
  }
  for (const decision of decisions.slice(next)) ledger.apply(decision);
  return renderContext(ledger);
}

/**
 * The context as a valid request: each call answered once and right after it, ids unique, the user first, no message
 * empty, text well-formed.
 */
export function renderContext(ledger: ContextLedger): ContextEntry[] {
  const entries: ContextEntry[] = [];
  const firstUser = ledger.firstUserIndex;
  let passedFirstUser = firstUser < 0;
  let notice: Notice | null = ledger.notice;
  const giveNotice = (): void => {
    if (notice !== null) entries.push({ message: userNote('notice', notice.text), index: null });
    notice = null;
  };
  for (const step of ledger.steps.visible) {
    if (passedFirstUser && step.anchor > ledger.steps.firstRemovedAnchor) giveNotice();
    if (step.anchor === firstUser) passedFirstUser = true;
    renderStep(ledger, step, entries);
  }
  giveNotice();
  placeMemory(ledger, entries);
  openWithUser(entries);
  return entries;
}

/** In the first system message, behind its own words: several system messages are more than some models' templates take. */
function placeMemory(ledger: ContextLedger, entries: ContextEntry[]): void {
  const { memory, firstSystemIndex } = ledger;
  if (memory === null) return;
  const position = entries.findIndex(({ index }) => index !== null && index === firstSystemIndex);
  const host = entries[position];
  if (host === undefined) {
    const parts: Part[] = [{ type: 'text', text: memory.text }];
    entries.unshift({ message: { id: 'memory', role: 'system', parts, synthetic: 'injected' }, index: null });
  } else {
    entries[position] = { ...host, message: withMemory(ledger, host.message) };
  }
}

function withMemory({ memory }: ContextLedger, message: Message): Message {
  return memory === null ? message : { ...message, parts: [...message.parts, { type: 'text', text: memory.text }] };
}

function openWithUser(entries: ContextEntry[]): void {
  const first = entries.findIndex((entry) => entry.message.role !== 'system');
  if (first < 0 || entries[first]?.message.role === 'user') return;
  entries.splice(first, 0, { message: userNote('opening', MISSING_OPENING), index: null });
}

/** One message as the model sees it; null where it is out of the context. */
export function renderMessage(ledger: ContextLedger, index: number): Message | null {
  const step = ledger.steps.stepOf(index);
  if (step === undefined || step.isRemoved) return null;
  const message = index === step.anchor ? renderAnchor(ledger, step) : renderResult(ledger, index);
  return message !== null && index === ledger.firstSystemIndex ? withMemory(ledger, message) : message;
}

function renderStep(ledger: ContextLedger, step: Step, entries: ContextEntry[]): void {
  const anchor = renderAnchor(ledger, step);
  if (anchor !== null) entries.push({ message: anchor, index: step.anchor });
  for (const index of step.results) entries.push({ message: renderResult(ledger, index), index });
  for (const position of step.unanswered) {
    const call = toolCallsOf(ledger.message(step.anchor))[position];
    entries.push({ message: unansweredResult(step, position, call?.name), index: null });
  }
}

/** Null for an assistant message with nothing in it: it says nothing, and providers refuse it. */
function renderAnchor(ledger: ContextLedger, step: Step): Message | null {
  const message = ledger.message(step.anchor);
  const state = ledger.state(step.anchor);
  if (step.isStray) return strayNote(renderContent(wireMessage(message), state));
  if (message.role === 'assistant' && step.callIds.length > 0) return renderAssistant(message, state, step);
  // Only recordings of other agents have edits of anything but results.
  const content = renderContent(message, state);
  return message.role === 'assistant' && !hasContent(content) ? null : wireMessage(content);
}

function renderAssistant(message: Message, state: MessageState, step: Step): Message {
  let position = 0;
  const parts = message.parts.map((part, partIndex): Part => {
    if (part.type !== 'toolCall') return part;
    const id = step.callIds[position] ?? part.id;
    position += 1;
    const text = state.arguments.get(partIndex) ?? part.arguments;
    return id === part.id && text === part.arguments ? part : { ...part, id, arguments: text };
  });
  const isSame = parts.every((part, partIndex) => part === message.parts[partIndex]);
  return wireMessage(isSame ? message : { ...message, parts });
}

function renderResult(ledger: ContextLedger, index: number): Message {
  const message = wireMessage(renderContent(ledger.message(index), ledger.state(index)));
  const id = ledger.steps.wireId(index);
  return id === message.toolCallId ? message : { ...message, toolCallId: id };
}

function renderContent(message: Message, state: MessageState): Message {
  const edit = state.content;
  if (edit === null) return message;
  if (edit.kind === 'replace') return { ...message, parts: [{ type: 'text', text: edit.text }] };
  const text = resultText(message);
  const tail = edit.tailCharacters === 0 ? '' : text.slice(-edit.tailCharacters);
  const cut = `${text.slice(0, edit.headCharacters)}${edit.notice}${tail}${edit.marker}`;
  const media = message.parts.filter((part) => part.type === 'media');
  return { ...message, parts: [{ type: 'text', text: cut }, ...media] };
}

function strayNote(message: Message): Message {
  const parts: Part[] = [{ type: 'text', text: STRAY_RESULT_PREFIX }, ...message.parts];
  return { id: message.id, role: 'user', parts, synthetic: 'injected' };
}

function unansweredResult(step: Step, position: number, toolName: string | undefined): Message {
  const toolCallId = step.callIds[position] ?? '';
  return {
    id: `unanswered-${step.anchor}-${position}`,
    role: 'tool',
    parts: [{ type: 'text', text: UNANSWERED_RESULT }],
    toolCallId,
    ...(toolName === undefined ? {} : { toolName }),
  };
}

function userNote(id: string, text: string): Message {
  return { id, role: 'user', parts: [{ type: 'text', text }], synthetic: 'injected' };
}
