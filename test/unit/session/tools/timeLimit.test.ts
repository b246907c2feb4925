import { describe, expect, it } from 'vitest';
import type { Tool, ToolContext } from '../../../../src/session/tools/tool';
import { withTimeLimit } from '../../../../src/session/tools/timeLimit';

const context = {} as ToolContext;

/** What the tool itself is given when the person allows `limit` seconds. */
async function argumentsUnder(limit: number, args: unknown): Promise<unknown> {
  let given: unknown;
  const tool = {
    name: 'bash',
    run: (received: unknown) => {
      given = received;
      return Promise.resolve({ text: '', isError: false });
    },
  } as unknown as Tool;
  await withTimeLimit(tool, () => limit).run(args, context);
  return given;
}

describe('withTimeLimit', () => {
  it.each([
    [{ command: 'a' }, { command: 'a', timeout_seconds: 60 }],
    [
      { command: 'a', timeout_seconds: 5 },
      { command: 'a', timeout_seconds: 5 },
    ],
    [
      { command: 'a', timeout_seconds: 900 },
      { command: 'a', timeout_seconds: 60 },
    ],
    [
      { command: 'a', timeout_seconds: 'x' },
      { command: 'a', timeout_seconds: 'x' },
    ],
    ['no object', 'no object'],
  ])('makes of %j under 60 s %j', async (args, expected) => {
    expect(await argumentsUnder(60, args)).toEqual(expected);
  });
});
