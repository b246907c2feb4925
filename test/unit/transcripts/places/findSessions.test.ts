import { chmod, mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  agentPlaces,
  ownPlace,
  type AgentPlace,
  type Surroundings,
} from '../../../../src/transcripts/places/agentPlaces';
import { findSessions } from '../../../../src/transcripts/places/findSessions';
import { temporaryFolder } from '../../session/support/temporaryFolder';

const never = new AbortController().signal;

function around(folder: string, environment: Surroundings['environment'] = {}): Surroundings {
  return { home: join(folder, 'home'), environment, editorData: join(folder, 'editor') };
}

function placeOf(folder: string, pattern: string): AgentPlace {
  return { agent: 'Agent', folders: () => [folder], pattern, source: 'test' };
}

async function namesIn(folder: string, pattern: string): Promise<readonly string[]> {
  const { sessions } = await findSessions([placeOf(folder, pattern)], around(folder), { signal: never });
  return sessions.map(({ path }) => path.slice(folder.length + 1)).sort();
}

describe('findSessions', () => {
  it('knows where each agent keeps its sessions, and what is none of its own', async () => {
    const folder = await temporaryFolder({
      'home/.claude/projects/-work/0f.jsonl': '',
      'home/.claude/projects/-work/agent-0f.jsonl': '',
      'home/.claude/projects/-work/0f/subagents/agent-1.jsonl': '',
      'home/.codex/sessions/2026/11/30/rollout-2026-11-30T10-00-00-0f.jsonl': '',
      'home/.codex/archived_sessions/rollout-2025.jsonl': '',
      'home/.codex/history.jsonl': '',
      'home/.gemini/tmp/abc/chats/session-2026-0f.jsonl': '',
      'home/.gemini/tmp/abc/logs.json': '',
      'home/.cline/data/sessions/s1/s1.messages.json': '',
      'home/.cline/data/sessions/s1/s1.json': '',
      'home/.cline/data/tasks/t1/api_conversation_history.json': '',
      'home/.copilot/session-state/c1/events.jsonl': '',
      'home/.copilot/session-state/c0.jsonl': '',
      'home/.pi/agent/sessions/--work--/p.jsonl': '',
      'home/.openhands/conversations/o1/base_state.json': '',
      'editor/globalStorage/saoudrizwan.claude-dev/tasks/t2/api_conversation_history.json': '',
      'editor/globalStorage/rooveterinaryinc.roo-cline/tasks/r1/api_conversation_history.json': '',
      'editor/globalStorage/emptyWindowChatSessions/e.jsonl': '',
      'editor/workspaceStorage/hash/chatSessions/v.json': '',
      'own/workspace/20261130-100000-00000000/journal.jsonl': '',
      'own/workspace/.trash/20261130-100000-00000001/journal.jsonl': '',
    });
    const places = [...agentPlaces, ownPlace(join(folder, 'own'))];
    const { sessions, isPartial, unreadable } = await findSessions(places, around(folder), { signal: never });
    const found = sessions.map(({ place, path }) => `${place.agent} ${path.split('/').slice(-2).join('/')}`).sort();
    expect(found).toEqual([
      'Claude Code -work/0f.jsonl',
      'Cline s1/s1.messages.json',
      'Cline t1/api_conversation_history.json',
      'Cline t2/api_conversation_history.json',
      'Codex 30/rollout-2026-11-30T10-00-00-0f.jsonl',
      'Codex archived_sessions/rollout-2025.jsonl',
      'Copilot CLI c1/events.jsonl',
      'Copilot CLI session-state/c0.jsonl',
      'Gemini CLI chats/session-2026-0f.jsonl',
      'OpenHands o1/base_state.json',
      'Roo Code r1/api_conversation_history.json',
      'Strata 20261130-100000-00000000/journal.jsonl',
      'VS Code Chat chatSessions/v.json',
      'VS Code Chat emptyWindowChatSessions/e.jsonl',
      'pi --work--/p.jsonl',
    ]);
    expect([isPartial, unreadable]).toEqual([false, []]);
  });

  it('follows the variables that move a folder, and no relative or blank one', () => {
    const moved = around('/f', {
      CLAUDE_CONFIG_DIR: '/elsewhere/claude',
      CODEX_HOME: '~/codex',
      CLINE_DATA_DIR: '/elsewhere/cline',
      GEMINI_CLI_HOME: 'relative',
      COPILOT_HOME: '  ',
    });
    const folders = agentPlaces.flatMap((place) => place.folders(moved));
    expect(folders).toContain('/elsewhere/claude/projects');
    expect(folders).not.toContain('/f/home/.claude/projects');
    expect(folders).toContain('/f/home/codex/sessions');
    expect(folders).toContain('/elsewhere/cline/sessions');
    expect(folders).toContain('/f/home/.gemini/tmp');
    expect(folders).toContain('/f/home/.copilot/session-state');
  });

  it('puts the newest first, whatever the order of the folders', async () => {
    const folder = await temporaryFolder({ 'z/old.jsonl': 'old', 'a/new.jsonl': 'newer' });
    await utimes(join(folder, 'z/old.jsonl'), 1_000, 1_000);
    await utimes(join(folder, 'a/new.jsonl'), 2_000, 2_000);
    const { sessions } = await findSessions([placeOf(folder, '*/*.jsonl')], around(folder), { signal: never });
    expect(sessions.map(({ bytes, modifiedAt }) => [bytes, modifiedAt])).toEqual([
      [5, 2_000_000],
      [3, 1_000_000],
    ]);
  });

  it('follows no link out of the folder and no loop of links, but a whole folder that was moved', async () => {
    const folder = await temporaryFolder({
      'secret/s/secret.jsonl': '',
      'real/a/mine.jsonl': '',
      'loop/x/y.jsonl': '',
    });
    await symlink(join(folder, 'secret/s'), join(folder, 'real/linked'));
    await symlink(join(folder, 'secret/s/secret.jsonl'), join(folder, 'real/a/linked.jsonl'));
    await symlink(join(folder, 'loop'), join(folder, 'loop/again'));
    await symlink(join(folder, 'real'), join(folder, 'moved'));
    expect(await namesIn(join(folder, 'real'), '*/*.jsonl')).toEqual(['a/mine.jsonl']);
    expect(await namesIn(join(folder, 'loop'), '*/*/*.jsonl')).toEqual([]);
    expect(await namesIn(join(folder, 'loop'), '*/*.jsonl')).toEqual(['x/y.jsonl']);
    const { sessions } = await findSessions([placeOf(join(folder, 'moved'), '*/*.jsonl')], around(folder), {
      signal: never,
    });
    expect(sessions.map(({ path }) => path)).toEqual([join(folder, 'real/a/mine.jsonl')]);
  });

  it('takes names as they are', async () => {
    const names = ['a b.jsonl', '-rf.jsonl', 'line\nfeed.jsonl', '$(reboot).jsonl', '‮evil.jsonl', '*.jsonl', '.jsonl'];
    const folder = await temporaryFolder(Object.fromEntries(names.map((name) => [`p/${name}`, ''])));
    await mkdir(join(folder, 'p/folder.jsonl'));
    expect(await namesIn(folder, '*/*.jsonl')).toEqual(names.map((name) => `p/${name}`).sort());
    expect(await namesIn(folder, 'p/a*b*.jsonl')).toEqual(['p/a b.jsonl']);
  });

  it('passes over what is not there or cannot be read, and says so', async () => {
    const folder = await temporaryFolder({ 'open/a.jsonl': '', 'closed/b.jsonl': '', file: '' });
    const places = ['missing', 'file'].map((name) => placeOf(join(folder, name), '*.jsonl'));
    const { sessions, unreadable } = await findSessions(places, around(folder), { signal: never });
    expect([sessions, unreadable]).toEqual([[], []]);
    await chmod(join(folder, 'closed'), 0);
    const rest = await findSessions([placeOf(folder, '*/*.jsonl')], around(folder), { signal: never });
    await chmod(join(folder, 'closed'), 0o700);
    // Root may read everything.
    if (process.getuid?.() === 0) expect(rest.sessions.length).toBe(2);
    else expect([rest.sessions.length, rest.unreadable]).toEqual([1, [join(folder, 'closed')]]);
  });

  it('lists ten thousand files, and no more than it may', async () => {
    const folder = await temporaryFolder();
    for (let group = 0; group < 100; group++) {
      const inner = join(folder, String(group));
      await mkdir(inner);
      await Promise.all(Array.from({ length: 100 }, (_, file) => writeFile(join(inner, `${String(file)}.jsonl`), '')));
    }
    const counts: number[] = [];
    const options = { signal: never, onFound: (count: number): number => counts.push(count) };
    const all = await findSessions([placeOf(folder, '*/*.jsonl')], around(folder), options);
    expect([all.sessions.length, all.isPartial]).toEqual([10_000, false]);
    expect(counts.length).toBeGreaterThan(100);
    const some = await findSessions([placeOf(folder, '*/*.jsonl')], around(folder), { ...options, mostFiles: 250 });
    expect([some.sessions.length, some.isPartial]).toEqual([250, true]);
  });

  it('ends when it is told to', async () => {
    const folder = await temporaryFolder({ 'a/a.jsonl': '', 'b/b.jsonl': '' });
    const control = new AbortController();
    const found = findSessions([placeOf(folder, '*/*.jsonl')], around(folder), {
      signal: control.signal,
      onFound: () => control.abort(new Error('enough')),
    });
    await expect(found).rejects.toThrow('enough');
  });
});
