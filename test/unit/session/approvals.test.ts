import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseRule, ruleText } from '../../../src/session/approvalRules';
import type { ApprovalRule } from '../../../src/session/approvalRules';
import type { ApprovalAnswer, ApprovalRequest, ApprovalRules } from '../../../src/session/approvals';
import { ApprovalPolicy } from '../../../src/session/approvals';
import { nodeWorkspaceFiles } from '../../../src/session/nodeWorkspaceFiles';
import { bashTool } from '../../../src/session/tools/bash';
import { editTool } from '../../../src/session/tools/edit';
import { rememberTool } from '../../../src/session/tools/remember';
import { SeenFiles } from '../../../src/session/tools/seenFiles';
import { ToolError } from '../../../src/session/tools/tool';
import { webFetchTool } from '../../../src/session/tools/webFetch';
import { writeFileTool } from '../../../src/session/tools/writeFile';
import { temporaryFolder } from './support/temporaryFolder';

interface Options {
  readonly answer?: ApprovalAnswer;
  readonly reason?: string;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly restriction?: string;
}

const rulesOf = (texts: readonly string[]): ApprovalRule[] => texts.map(parseRule).filter((rule) => rule !== null);

/** A policy whose questions are kept and answered alike. */
function policyWith(options: Options = {}) {
  const asked: ApprovalRequest[] = [];
  const added: string[] = [];
  const allow = rulesOf(options.allow ?? []);
  const rules: ApprovalRules = {
    allowed: () => allow,
    denied: () => rulesOf(options.deny ?? []),
    add: (rule) => {
      added.push(ruleText(rule));
      allow.push(rule);
      return Promise.resolve();
    },
  };
  const policy = new ApprovalPolicy({
    ask: (request) => {
      asked.push(request);
      return Promise.resolve({ answer: options.answer ?? 'once', reason: options.reason ?? '' });
    },
    restriction: () => options.restriction ?? null,
    makeId: () => 'id',
    rules,
  });
  return { policy, asked, added };
}

function placeOf(root: string) {
  return { root, files: nodeWorkspaceFiles, seen: new SeenFiles(), signal: new AbortController().signal };
}

const place = placeOf(process.cwd());

describe('a word for the session', () => {
  it('covers the same command again, and no other', async () => {
    const { policy, asked } = policyWith({ answer: 'session' });
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

  it('covers the folder it was given in, and no other', async () => {
    const { policy, asked } = policyWith({ answer: 'session' });
    await policy.check(bashTool, { command: 'rm -f ./K*', cwd: 'build' }, place);
    await policy.check(bashTool, { command: 'rm -f ./K*', cwd: 'build/' }, place);
    await policy.check(bashTool, { command: 'rm -f ./K*' }, place);
    await policy.check(bashTool, { command: 'rm -f ./K*\n(in build)' }, place);
    expect(asked.map(({ alwaysRule }) => alwaysRule)).toEqual([null, 'Bash(rm -f ./K*)', null]);
  });

  it('covers all writing by the tool, but not files that run by themselves', async () => {
    const { policy, asked } = policyWith({ answer: 'session' });
    for (const path of ['a.txt', 'b.txt', '.git/hooks/pre-commit']) {
      await policy.check(writeFileTool, { path, content: 'a' }, place);
    }
    expect(asked.map(({ sessionScope, alwaysRule }) => [sessionScope, alwaysRule])).toEqual([
      ['tool', 'Write File(a.txt)'],
      ['tool', null],
    ]);
  });

  it('covers a host, and no other', async () => {
    const { policy, asked } = policyWith({ answer: 'session' });
    for (const url of ['https://a.example/x', 'https://a.example/y', 'https://a.example.evil.test/']) {
      await policy.check(webFetchTool, { url }, place);
    }
    expect(asked.map(({ summary }) => summary)).toEqual(['https://a.example/x', 'https://a.example.evil.test/']);
  });

  it('is listed and can be taken back', async () => {
    const { policy, asked } = policyWith({ answer: 'session' });
    await policy.check(bashTool, { command: 'npm test' }, place);
    expect(policy.grants.map(({ text }) => text)).toEqual(['Bash: npm test']);
    policy.revokeGrant(policy.grants[0]?.id ?? '');
    await policy.check(bashTool, { command: 'npm test' }, place);
    expect(asked).toHaveLength(2);
  });
});

describe('a word for good', () => {
  it('becomes the rule that was shown, and holds for what it covers', async () => {
    const { policy, asked, added } = policyWith({ answer: 'always' });
    await policy.check(bashTool, { command: 'npm test -- a' }, place);
    expect(asked[0]?.alwaysRule).toBe('Bash(npm test *)');
    expect(added).toEqual(['Bash(npm test *)']);
    await policy.check(bashTool, { command: 'npm test -- b' }, place);
    expect(asked).toHaveLength(1);
    await policy.check(bashTool, { command: 'npm test; rm -rf ~' }, place);
    expect(asked).toHaveLength(2);
  });

  it('offers the folder of a file', async () => {
    const { policy, asked, added } = policyWith({ answer: 'always' });
    await policy.check(editTool, { path: 'src/[id]/a.ts', old_text: 'a', new_text: 'b' }, place);
    expect(added).toEqual([String.raw`Edit(src/\[id\]/**)`]);
    await policy.check(editTool, { path: 'src/[id]/deep/b.ts', old_text: 'a', new_text: 'b' }, place);
    await policy.check(editTool, { path: 'src/[id]/../c.ts', old_text: 'a', new_text: 'b' }, place);
    expect(asked.map(({ summary }) => summary)).toEqual(['src/[id]/a.ts', 'src/[id]/../c.ts']);
  });

  it('is held against where a link leads', async () => {
    const root = await temporaryFolder({ 'lib/a.txt': 'a', 'src/b.txt': 'b' });
    await symlink(join(root, 'lib'), join(root, 'src/link'));
    const { policy, asked } = policyWith({ allow: ['Write File(src/**)'] });
    await policy.check(writeFileTool, { path: 'src/b.txt', content: '' }, placeOf(root));
    expect(asked).toEqual([]);
    await policy.check(writeFileTool, { path: 'src/link/a.txt', content: '' }, placeOf(root));
    expect(asked.map(({ target }) => target)).toEqual(['lib/a.txt']);
  });

  it('never lets through what runs by itself', async () => {
    const { policy, asked } = policyWith({ allow: ['Write File(**)'] });
    await policy.check(writeFileTool, { path: '.vscode/tasks.json', content: '' }, place);
    expect(asked).toMatchObject([{ alwaysRule: null, runsByItself: true, target: null }]);
  });

  it('is not offered for what is remembered', async () => {
    const { policy, asked } = policyWith();
    await policy.check(rememberTool, { note: 'x' }, place);
    expect(asked[0]?.alwaysRule).toBeNull();
  });
});

describe('what can do nothing', () => {
  it.each([
    ['no arguments', editTool, {}],
    ['a path outside', writeFileTool, { path: '../a', content: '' }],
    ['a page of this disk', webFetchTool, { url: 'file:///etc/passwd' }],
    ['an address without a scheme', webFetchTool, { url: 'example.com' }],
    ['a name in front of the host', webFetchTool, { url: 'https://good.example@evil.example/' }],
    ['a NUL character', bashTool, { command: 'a\0b' }],
  ])('is refused before anybody is asked: %s', async (_, tool, args) => {
    const { policy, asked } = policyWith();
    await expect(policy.check(tool, args, place)).rejects.toBeInstanceOf(ToolError);
    expect(asked).toEqual([]);
  });
});

describe('a denial', () => {
  it('tells the model why', async () => {
    const { policy } = policyWith({ answer: 'deny', reason: 'use pnpm' });
    const permission = await policy.check(bashTool, { command: 'npm i' }, place);
    expect(permission).toMatchObject({ allowed: false, text: expect.stringContaining('use pnpm') as string });
  });

  it('by a rule wins over every permission and asks nobody', async () => {
    const { policy, asked } = policyWith({ allow: ['Bash(git *)', 'Bash(git push *)'], deny: ['Bash(git push *)'] });
    expect((await policy.check(bashTool, { command: 'git push --force' }, place)).allowed).toBe(false);
    expect((await policy.check(bashTool, { command: 'git status' }, place)).allowed).toBe(true);
    expect((await policy.check(bashTool, { command: 'true; git push' }, place)).allowed).toBe(false);
    expect(asked).toEqual([]);
  });

  it('of a host holds at every port and however its name is written', async () => {
    const { policy, asked } = policyWith({ deny: ['Web Fetch(evil.test)', 'Web Fetch(*.bad.test)'] });
    for (const url of [
      'https://evil.test:8443/',
      'https://EVIL.test./',
      'https://www.evil.test/',
      'http://a.bad.test:1/',
    ]) {
      expect((await policy.check(webFetchTool, { url }, place)).allowed).toBe(false);
    }
    await policy.check(webFetchTool, { url: 'https://notevil.test/' }, place);
    expect(asked).toHaveLength(1);
  });

  it('of a path holds for every tool that writes', async () => {
    const { policy, asked } = policyWith({ deny: ['Edit(src/**)'] });
    expect((await policy.check(writeFileTool, { path: 'src/b.ts', content: '' }, place)).allowed).toBe(false);
    expect(asked).toEqual([]);
  });

  it('holds for everything in a workspace that is not trusted, whatever the rules say', async () => {
    const { policy, asked } = policyWith({ allow: ['Bash(git *)'], restriction: 'not trusted' });
    expect((await policy.check(bashTool, { command: 'git status' }, place)).allowed).toBe(false);
    expect(asked).toEqual([]);
  });
});
