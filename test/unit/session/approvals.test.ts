import { describe, expect, it } from 'vitest';
import type { ApprovalAnswer, ApprovalRequest } from '../../../src/session/approvals';
import { ApprovalPolicy } from '../../../src/session/approvals';
import { bashTool } from '../../../src/session/tools/bash';
import { writeFileTool } from '../../../src/session/tools/writeFile';

/** A policy whose questions are kept and answered alike. */
function policyWith(answer: ApprovalAnswer): { policy: ApprovalPolicy; asked: ApprovalRequest[] } {
  const asked: ApprovalRequest[] = [];
  const policy = new ApprovalPolicy({
    ask: (request) => {
      asked.push(request);
      return Promise.resolve(answer);
    },
    restriction: () => null,
    makeId: () => 'id',
  });
  return { policy, asked };
}

const place = { root: process.cwd(), signal: new AbortController().signal };

describe('a word for the session', () => {
  it('covers the same command again, and no other', async () => {
    const { policy, asked } = policyWith('session');
    await policy.check(bashTool, { command: 'echo one' }, place);
    expect(policy.willAsk(bashTool, { command: 'echo one' })).toBe(false);
    expect(policy.willAsk(bashTool, { command: 'rm -rf sub' })).toBe(true);
    await policy.check(bashTool, { command: 'echo one' }, place);
    await policy.check(bashTool, { command: 'echo one; rm -rf sub' }, place);
    expect(asked.map(({ detail, sessionScope }) => [detail, sessionScope])).toEqual([
      ['echo one', 'command'],
      ['echo one; rm -rf sub', 'command'],
    ]);
  });

  it('covers all writing by the tool', async () => {
    const { policy, asked } = policyWith('session');
    await policy.check(writeFileTool, { path: 'a.txt', content: 'a' }, place);
    await policy.check(writeFileTool, { path: 'b.txt', content: 'b' }, place);
    expect(asked.map(({ sessionScope }) => sessionScope)).toEqual(['tool']);
  });
});
