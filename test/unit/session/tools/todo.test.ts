import { describe, expect, it } from 'vitest';
import { liveStateOf } from '../../../../src/engine/layer3/liveState';
import { todoTool } from '../../../../src/session/tools/todo';
import { runTool } from '../support/runTool';

const args = {
  todos: [
    { content: 'read', status: 'completed' },
    { content: 'write', status: 'in_progress' },
    { content: 'test', status: 'pending' },
  ],
};

describe('todo', () => {
  it('keeps the whole list without asking', async () => {
    expect(todoTool.needsApproval).toBe(false);
    expect(await runTool(todoTool, process.cwd(), args)).toEqual({
      text: '[todo list kept: 1 of 3 done]',
      isError: false,
    });
    expect(todoTool.preview(args).summary).toBe('1 of 3 done');
  });

  it('is what the engine reads the state of a session from', () => {
    const call = { type: 'toolCall', id: 'c', name: todoTool.name, arguments: JSON.stringify(args) } as const;
    expect(liveStateOf([{ id: 'm', role: 'assistant', parts: [call] }]).todos).toMatchObject([
      { text: 'read', status: 'done' },
      { text: 'write', status: 'inProgress' },
      { text: 'test', status: 'pending' },
    ]);
  });

  it('refuses what is no list', async () => {
    const todos = [{ content: '', status: 'maybe' }];
    await expect(runTool(todoTool, process.cwd(), { todos })).rejects.toMatchObject({ reason: 'arguments' });
  });
});
