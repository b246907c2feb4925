import { contextOverflow, call, say } from '../support/scriptedServer/replies';
import type { RecordedRequest, RequestMessage, Script, ScriptedReply } from '../support/scriptedServer/script';

/** What the notes hold, far from both of their ends, and nothing else does. */
export const secret = 'amber-otter-17';

/** Tokens the server says it takes, though its model is set to twice as many. */
const realWindow = 10_000;

/** Long enough in the stream for the window to be reloaded under it. */
const pauseMs = 150;

export const parts = [1, 2, 3, 4, 5, 6];

export const messages = {
  work: 'Read the notes, fix the greeting, then check it.',
  read: 'Read every part.',
  ask: 'What was the name of the release in the notes?',
  goOn: 'Go on from there.',
  wait: 'Run something that takes long.',
  next: 'And what now?',
} as const;

/** Parts at which the server refuses the context before it answers. */
const refusedAt: ReadonlySet<number> = new Set([4, 6]);

/** Plays a model that works through the four messages, and remembers what it refused. */
export function longSessionScript(): Script {
  const refused = new Set<number>();
  return ({ body }: RecordedRequest): ScriptedReply => {
    // A request for a summary brings no tools along.
    if (body.tools === undefined) return say('## User intent and goals\nA greeting was fixed, and parts were read.');
    const said = body.messages ?? [];
    const asked = said.findLastIndex(({ role }) => role === 'user');
    const done = said.slice(asked + 1).filter(({ role }) => role === 'assistant').length;
    switch (textOf(said[asked])) {
      case messages.work:
        return work[done] ?? say('The greeting is right now.');
      case messages.read: {
        const part = Number(/part(\d)/u.exec(JSON.stringify(said.findLast(isCalling)))?.[1] ?? 0) + 1;
        if (refusedAt.has(part) && !refused.has(part)) {
          refused.add(part);
          return contextOverflow(realWindow, realWindow + 400);
        }
        return parts.includes(part) ? readPart(part) : say('Every part was read.');
      }
      case messages.ask:
        return done === 0
          ? call({ id: 'call_recall', name: 'recall', arguments: '{"query":"name of the release"}' })
          : say(`The release is called ${secret}. ${'It says more. '.repeat(60)}The end.`, { pause: pauseMs });
      case messages.goOn:
        return say('It goes on after the reload.');
      case messages.wait:
        return done === 0
          ? call({ id: 'call_wait', name: 'bash', arguments: '{"command":"echo $$ > shell.pid; sleep 300"}' })
          : say('It has ended.');
      case messages.next:
        return say('It goes on after the end of its host.');
      default:
        return say('I do not know this one.');
    }
  };
}

const work: readonly ScriptedReply[] = [
  call({ id: 'call_notes', name: 'read_file', arguments: '{"path":"notes.md"}' }),
  call({
    id: 'call_edit',
    name: 'edit',
    arguments: JSON.stringify({ path: 'src/greeting.js', old_text: 'Helo', new_text: 'Hello' }),
  }),
  call({
    id: 'call_bash',
    name: 'bash',
    arguments: JSON.stringify({ command: 'grep -c Hello src/greeting.js > checked.txt && cat checked.txt' }),
  }),
];

function readPart(part: number): ScriptedReply {
  const path = `src/part${String(part)}.ts`;
  return call({ id: `call_part${String(part)}`, name: 'read_file', arguments: JSON.stringify({ path }) });
}

function isCalling({ role, tool_calls: calls }: RequestMessage): boolean {
  return role === 'assistant' && (calls?.length ?? 0) > 0;
}

function textOf(message: RequestMessage | undefined): string {
  return typeof message?.content === 'string' ? message.content : '';
}
