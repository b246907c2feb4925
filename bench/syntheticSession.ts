import type { Message } from '../src/engine/message';

/** A tool-using session of about 205 tokens a message, the same at every run. */
export function syntheticSession(size: number): Message[] {
  const messages: Message[] = [
    { id: 'm0', role: 'user', parts: [{ type: 'text', text: 'Make the upload test stable.' }] },
  ];
  for (let step = 0; messages.length < size; step += 1) {
    const id = `call-${String(step)}`;
    if (step % 25 === 24) {
      messages.push({
        id: `u${String(step)}`,
        role: 'user',
        parts: [{ type: 'text', text: `Now part ${String(step)}.` }],
      });
    }
    const toolName = TOOLS[step % TOOLS.length] ?? 'Read';
    messages.push(
      {
        id: `a${String(step)}`,
        role: 'assistant',
        parts: [
          { type: 'text', text: `I look at part ${String(step)} next.` },
          {
            type: 'toolCall',
            id,
            name: toolName,
            arguments: JSON.stringify({ file_path: `src/part${String(step)}.ts` }),
          },
        ],
      },
      { id: `t${String(step)}`, role: 'tool', toolCallId: id, toolName, parts: [{ type: 'text', text: output(step) }] },
    );
  }
  return messages.slice(0, size);
}

const TOOLS = ['Read', 'Bash', 'Grep', 'Task', 'Edit'] as const;

function output(step: number): string {
  const lines = 12 + (step % 7) * 6;
  return Array.from(
    { length: lines },
    (_, line) =>
      `${String(line + 1)}\texport const value${String((step * 31 + line * 7) % 997)} = compute(${String(line)});`,
  ).join('\n');
}
