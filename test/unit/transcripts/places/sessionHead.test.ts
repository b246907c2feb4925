import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AgentPlace } from '../../../../src/transcripts/places/agentPlaces';
import { describeSession, isInWorkspace } from '../../../../src/transcripts/places/describeSession';
import { parseJsonPrefix } from '../../../../src/transcripts/places/jsonPrefix';
import { sessionHead } from '../../../../src/transcripts/places/sessionHead';
import { temporaryFolder } from '../../session/support/temporaryFolder';

const lines = (...records: readonly unknown[]): string => records.map((record) => JSON.stringify(record)).join('\n');

describe('sessionHead', () => {
  it.each([
    [
      'Claude Code',
      lines(
        { type: 'summary', summary: 'Another session', leafUuid: 'x' },
        { type: 'user', isMeta: true, message: { role: 'user', content: 'Caveat: not typed' }, cwd: '/work' },
        { type: 'user', message: { role: 'user', content: '<command-name>/clear</command-name>' } },
        { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', content: 'a result' }] } },
        { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'Fix it\nsoon' }] } },
      ),
      { title: 'Fix it', workspace: '/work' },
    ],
    [
      'Codex',
      lines(
        { type: 'session_meta', payload: { cwd: '/work', base_instructions: { text: 'You are' } } },
        {
          type: 'response_item',
          payload: {
            type: 'message',
            role: 'user',
            content: [{ type: 'input_text', text: '# AGENTS.md instructions' }],
          },
        },
        { type: 'event_msg', payload: { type: 'user_message', message: 'Fix it' } },
      ),
      { title: 'Fix it', workspace: '/work' },
    ],
    [
      'Gemini CLI',
      lines({ sessionId: 's', projectHash: 'h' }, { id: '1', type: 'user', content: [{ text: 'Fix it' }] }),
      { title: 'Fix it', workspace: null },
    ],
    [
      'Cline',
      JSON.stringify([
        {
          role: 'user',
          content: [
            { type: 'text', text: '<task>\nFix it\n</task>' },
            { type: 'text', text: '<environment_details>\n# Current Working Directory (/work) Files' },
          ],
        },
      ]),
      { title: 'Fix it', workspace: '/work' },
    ],
    [
      'Copilot CLI',
      lines(
        { type: 'session.start', data: { context: { cwd: '/work' } } },
        { type: 'user.message', data: { content: 'Fix it' } },
      ),
      { title: 'Fix it', workspace: '/work' },
    ],
    [
      'VS Code Chat',
      JSON.stringify({ version: 3, requests: [{ requestId: 'r', message: { text: 'Fix it', parts: [] } }] }),
      { title: 'Fix it', workspace: null },
    ],
    [
      'a log of VS Code Chat',
      lines(
        { kind: 0, v: { requests: [] } },
        { kind: 1, k: ['customTitle'], v: 'x' },
        { kind: 0, v: { customTitle: 'Named' } },
      ),
      { title: 'Named', workspace: null },
    ],
    [
      'Strata',
      lines({ type: 'header', title: 'New session', workspace: '/work' }, { type: 'title', title: 'Fix it' }),
      { title: 'Fix it', workspace: '/work' },
    ],
  ])('reads title and folder of a session of %s', (_agent, text, head) => {
    expect(sessionHead(text)).toEqual(head);
  });

  it('takes what is cut off anywhere, or no session at all', () => {
    const whole = JSON.stringify({
      cwd: '/work',
      messages: [{ role: 'user', content: 'Fix “it” \\ \n now' }, { role: 'a' }],
    });
    for (let length = 0; length <= whole.length; length++)
      expect(() => sessionHead(whole.slice(0, length))).not.toThrow();
    expect(sessionHead(whole.slice(0, -12)).title).toContain('Fix “it”');
    const nested = '['.repeat(100_000);
    for (const text of ['', '\0\0', 'no JSON', '{', '[[[[', nested, '{"__proto__":{"role":"user","content":"x"}}']) {
      expect(() => sessionHead(text)).not.toThrow();
    }
    expect(sessionHead('{"cwd":"relative"}').workspace).toBeNull();
    expect(sessionHead('{"cwd":"file:///a%20b"}').workspace).toBe('/a b');
  });
});

describe('parseJsonPrefix', () => {
  it('gives what the text says as far as it goes', () => {
    expect(parseJsonPrefix('{"a":[1,{"b":"c')).toEqual({ a: [1, { b: 'c' }] });
    expect(parseJsonPrefix('{"a":1,"b')).toEqual({ a: 1 });
    expect(parseJsonPrefix('{"a":1,"b":tr')).toEqual({ a: 1 });
    expect(parseJsonPrefix(String.raw`["x\u00`)).toEqual(['x']);
    expect(parseJsonPrefix(String.raw`["x\\`)).toEqual(['x\\']);
    expect(parseJsonPrefix(String.raw`["x\\\ `.trimEnd())).toEqual(['x\\']);
    expect(parseJsonPrefix('{"a":{"b":[]},"c":"]}"')).toEqual({ a: { b: [] }, c: ']}' });
  });
});

describe('describeSession', () => {
  const place = (project: AgentPlace['project']): AgentPlace => ({
    agent: 'Agent',
    folders: () => [],
    pattern: '',
    ...(project === undefined ? {} : { project }),
    source: 'test',
  });

  it('knows the project of a session whose file does not say it', async () => {
    const hash = createHash('sha256').update('/work').digest('hex');
    const folder = await temporaryFolder({
      'v/workspace.json': '{"folder":"file:///work"}',
      'v/chatSessions/s.json': '{}',
      'short/.project_root': '/work\n',
      'short/chats/s.jsonl': '{}',
      [`${hash}/chats/s.jsonl`]: '{}',
      'other/chats/s.jsonl': '{}',
    });
    const workspaceOf = async (path: string, project: AgentPlace['project']): Promise<string | null> => {
      const session = { path: join(folder, path), bytes: 0, modifiedAt: 0, place: place(project) };
      return (await describeSession(session, ['/work'])).workspace;
    };
    expect(await workspaceOf('v/chatSessions/s.json', 'workspaceJson')).toBe('/work');
    expect(await workspaceOf('short/chats/s.jsonl', 'geminiRoot')).toBe('/work');
    expect(await workspaceOf(`${hash}/chats/s.jsonl`, 'geminiRoot')).toBe('/work');
    expect(await workspaceOf('other/chats/s.jsonl', 'geminiRoot')).toBeNull();
    expect(await workspaceOf('gone.jsonl', undefined)).toBeNull();
  });

  it('counts what is below a folder to it, and nothing beside it', () => {
    expect(isInWorkspace('/work/app', ['/work'])).toBe(true);
    expect(isInWorkspace('/work', ['/else', '/work/'])).toBe(true);
    expect(isInWorkspace('/work/..app', ['/work'])).toBe(true);
    expect(isInWorkspace('/working', ['/work'])).toBe(false);
    expect(isInWorkspace('/', ['/work'])).toBe(false);
    expect(isInWorkspace(null, ['/work'])).toBe(false);
  });
});
