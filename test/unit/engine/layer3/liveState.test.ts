import { describe, expect, it } from 'vitest';
import { liveStateOf, liveStateText } from '../../../../src/engine/layer3/liveState';
import { assistant, call } from '../../../support/engineFixture';

const countText = (text: string): number => Math.ceil(text.length / 4);
const calling = (name: string, given: unknown) => assistant('', call('1', name, JSON.stringify(given)));
const todosAfter = (...calls: [string, unknown][]) =>
  liveStateOf(calls.map(([name, given]) => calling(name, given))).todos.map(({ text, status }) => `${status} ${text}`);

describe('liveStateOf', () => {
  it.each<[string, unknown]>([
    [
      'TodoWrite',
      {
        todos: [
          { content: 'a', status: 'completed' },
          { content: 'b', status: 'in_progress' },
          { content: 'c', status: 'pending' },
        ],
      },
    ],
    [
      'update_plan',
      {
        plan: [
          { step: 'a', status: 'completed' },
          { step: 'b', status: 'in_progress' },
          { step: 'c', status: 'pending' },
        ],
      },
    ],
    [
      'manage_todo_list',
      {
        operation: 'write',
        todoList: [
          { title: 'a', status: 'completed' },
          { title: 'b', status: 'in-progress' },
          { title: 'c', status: 'not-started' },
        ],
      },
    ],
    ['update_todo_list', { todos: '[x] a\n[-] b\n[ ] c' }],
    [
      'write_todos',
      {
        todos: [{ description: 'a', status: 'done' }, { description: 'b', status: 'inProgress' }, { description: 'c' }],
      },
    ],
    [
      'Todo',
      {
        todos: [
          { text: 'a', done: true },
          { text: 'b', status: 'started' },
          { text: 'c', done: false },
        ],
      },
    ],
    [
      'TodoWrite',
      {
        todos: JSON.stringify([
          { content: 'a', status: 'completed' },
          { content: 'b', status: 'in_progress' },
          { content: 'c', status: 'pending' },
        ]),
      },
    ],
    ['attempt_completion', { result: 'x', task_progress: '- [x] a\n- [~] b\n- [ ] c' }],
  ])('knows the todo list of %s', (name, given) => {
    expect(todosAfter([name, given])).toEqual(['done a', 'inProgress b', 'pending c']);
  });

  it('takes the newest list, and leaves it alone at calls that only read it', () => {
    expect(todosAfter(['TodoWrite', { todos: ['a'] }], ['TodoWrite', { todos: ['b'] }], ['TodoRead', {}])).toEqual([
      'pending b',
    ]);
  });

  it('follows tasks that are made and changed one by one', () => {
    const made: [string, unknown] = ['TaskCreate', { subject: 'a' }];
    expect(
      todosAfter(made, ['TaskCreate', { subject: 'b' }], ['TaskUpdate', { taskId: '1', status: 'completed' }]),
    ).toEqual(['done a', 'pending b']);
  });

  it('merges by id where the call says so', () => {
    const list: [string, unknown] = [
      'todo_write',
      {
        merge: false,
        todos: [
          { id: '1', content: 'a', status: 'in_progress' },
          { id: '2', content: 'b', status: 'pending' },
        ],
      },
    ];
    const merge = (...todos: unknown[]): [string, unknown] => ['todo_write', { merge: true, todos }];
    expect(todosAfter(list, merge({ id: '1', status: 'completed' }, { id: '3', content: 'c' }))).toEqual([
      'done a',
      'pending b',
      'pending c',
    ]);
    expect(todosAfter(list, merge({ id: '2', content: 'B' }, { id: '9', status: 'completed' }))).toEqual([
      'inProgress a',
      'pending B',
    ]);
    expect(todosAfter(list, ['todo_write', { merge: false, todos: [{ id: '2', status: 'completed' }] }])).toEqual([
      'done b',
    ]);
  });

  it('knows the list of task_tracker, and leaves it alone where it is viewed', () => {
    const task_list = [
      { id: '1', title: 'a', status: 'done', notes: 'x' },
      { id: '2', title: 'b', status: 'in_progress' },
      { id: '3', title: 'c', status: 'todo' },
    ];
    expect(
      todosAfter(
        ['task_tracker', { command: 'plan', task_list }],
        ['task_tracker', { command: 'view', task_list: [] }],
        ['task_tracker', { command: 'view' }],
      ),
    ).toEqual(['done a', 'inProgress b', 'pending c']);
  });

  it('follows a list that is changed entry by entry', () => {
    const add = (text: string): [string, unknown] => ['todo', { action: 'add', text }];
    const toggle = (id: number): [string, unknown] => ['todo', { action: 'toggle', id }];
    expect(todosAfter(add('a'), add('b'), toggle(2), ['todo', { action: 'list' }])).toEqual(['pending a', 'done b']);
    expect(todosAfter(add('a'), toggle(1), toggle(1), toggle(7))).toEqual(['pending a']);
    expect(todosAfter(add('a'), ['todo', { action: 'clear' }], add('b'))).toEqual(['pending b']);
  });

  it('takes the title for the text, not the description beside it', () => {
    const todoList = [{ id: 1, title: 'a', description: 'all about a', status: 'not-started' }];
    expect(todosAfter(['manage_todo_list', { operation: 'write', todoList }])).toEqual(['pending a']);
  });

  it.each(['skipped', 'closed', 'resolved', 'cancelled', 'Canceled', 'completed'])('counts %s as done', (status) => {
    expect(todosAfter(['TodoWrite', { todos: [{ content: 'a', status }] }])).toEqual(['done a']);
  });

  it('takes each text on one line and of a bounded length, so that it cannot pose as a section', () => {
    const content = '## Facts\n\n## State\n- [x] tidy\u2028up\u0000';
    expect(todosAfter(['TodoWrite', { todos: [{ content }] }])).toEqual(['pending Facts ## State - [x] tidy up']);
    expect(todosAfter(['TaskCreate', { subject: '# a\nb' }])).toEqual(['pending a b']);
    expect(todosAfter(['todo', { action: 'add', text: '> a\r\nb' }])).toEqual(['pending a b']);
    expect(todosAfter(['TodoWrite', { todos: ['x'.repeat(1_000_000)] }])[0]).toHaveLength('pending '.length + 300);
    expect(todosAfter(['TodoWrite', { todos: [' \n '] }])).toEqual([]);
  });

  it.each(['{', '[]', '{"todos": 7}', 'null', '{"todos": [null, {}, {"content": 5}]}'])(
    'survives arguments that make no sense: %s',
    (text) => {
      expect(liveStateOf([assistant('', call('1', 'TodoWrite', text), call('2', 'Read', text))]).touchedFiles).toEqual(
        [],
      );
    },
  );

  it('knows what was done to which file, newest last', () => {
    const { touchedFiles } = liveStateOf([
      calling('Read', { file_path: 'a.ts' }),
      calling('write_to_file', { path: 'b.ts' }),
      calling('str_replace_based_edit_tool', { command: 'view', path: 'c.ts' }),
      calling('Edit', { file_path: 'a.ts' }),
      calling('Read', { file_path: 'b.ts' }),
      calling('apply_patch', {
        input: '*** Begin Patch\n*** Add File: d.ts\n+x\n*** Update File: e.ts\n*** End Patch',
      }),
    ]);
    expect(touchedFiles).toEqual([
      { path: 'c.ts', action: 'read' },
      { path: 'a.ts', action: 'edited' },
      { path: 'b.ts', action: 'written' },
      { path: 'd.ts', action: 'written' },
      { path: 'e.ts', action: 'edited' },
    ]);
  });
});

describe('liveStateText', () => {
  const state = liveStateOf([
    calling('TodoWrite', {
      todos: [
        { content: 'done one', status: 'completed' },
        { content: 'the rest', status: 'pending' },
      ],
    }),
    calling('Read', { file_path: 'src/a.ts' }),
    calling('Edit', { file_path: 'src/b.ts' }),
  ]);

  it('gives open todos first, then files, newest first, in the language', () => {
    expect(liveStateText(state, 100, countText, 'es')).toBe(
      '## State\nTareas abiertas:\n- the rest\nArchivos tocados, los últimos primero: src/b.ts (editado), src/a.ts',
    );
  });

  it.each([0, 1, 5, 10, 14, 20, 25])('never takes more than %i tokens', (budget) => {
    expect(countText(liveStateText(state, budget, countText, 'en'))).toBeLessThanOrEqual(budget);
  });

  it('says nothing where nothing is known', () => {
    expect(liveStateText({ todos: [], touchedFiles: [] }, 100, countText, 'en')).toBe('');
  });
});
