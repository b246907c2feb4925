import * as z from 'zod/mini';
import { t } from '../../l10n/text';
import { defineTool } from './tool';

/** A list nobody can keep in mind is no plan. */
const MOST_TODOS = 100;
const MOST_CHARACTERS = 500;

const schema = z.object({
  todos: z
    .array(
      z.object({
        content: z.string().check(z.minLength(1), z.maxLength(MOST_CHARACTERS), z.describe('What is to be done')),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
    )
    .check(z.maxLength(MOST_TODOS), z.describe('The whole list, in order; it replaces the one before')),
});

type Todos = z.output<typeof schema>['todos'];

/** The list itself lives in the calls: whoever reads the history, also after a compaction, takes it from the newest. */
export const todoTool = defineTool({
  name: 'todo',
  canonicalName: 'Todo',
  description:
    'Keeps the list of what is to be done, which the person sees and which outlives every compaction. Send the whole list whenever something is begun, done or found to be needed; one todo at a time is in progress.',
  schema,
  needsApproval: false,
  preview: ({ todos }) => ({
    summary: t('{0} of {1} done', completedOf(todos), todos.length),
    detail: todos.map(({ content, status }) => `[${status}] ${content}`).join('\n'),
  }),
  run: ({ todos }) =>
    Promise.resolve({
      text: `[todo list kept: ${String(completedOf(todos))} of ${String(todos.length)} done]`,
      isError: false,
    }),
});

function completedOf(todos: Todos): number {
  return todos.filter(({ status }) => status === 'completed').length;
}
