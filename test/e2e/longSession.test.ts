import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGone, pidIn } from '../unit/session/support/processes';
import { openWorkbench, type OpenWorkbench } from '../support/openWorkbench';
import { startScriptedServer, type ScriptedServer } from '../support/scriptedServer/scriptedServer';
import { longSessionScript, messages, parts, secret } from './longSessionScript';
import { chatPage, createProject, inspectorPage, say, type Project } from './support';

let project: Project;
let server: ScriptedServer;
let workbench: OpenWorkbench;

beforeAll(async () => {
  project = await createProject();
  const notes = Array.from({ length: 200 }, (_, line) =>
    line === 100 ? `The name of the release is ${secret}.` : `Line ${String(line)} of the notes says little.`,
  );
  await writeFile(join(project.folder, 'notes.md'), notes.join('\n'));
  await writeFile(join(project.folder, 'src', 'greeting.js'), "console.log('Helo');\n");
  server = await startScriptedServer(longSessionScript());
  workbench = await openWorkbench({
    folder: project.folder,
    settings: {
      'strata.chat.openOnStartup': true,
      'strata.provider': 'openai',
      'strata.openai.baseUrl': server.url,
      'strata.openai.model': 'scripted',
      'strata.model.window': 20_000,
    },
  });
});

afterAll(async () => {
  await workbench.close();
  await server.stop();
  await project.remove();
});

/** What the newest request says. */
function newestRequest(): string {
  return JSON.stringify(server.requests.at(-1)?.body.messages);
}

/** The process of the extension host that a process stands under. */
async function extensionHostOf(pid: number): Promise<number> {
  for (let current = pid; current > 1;) {
    const [command, status] = await Promise.all(
      ['cmdline', 'status'].map((name) => readFile(`/proc/${String(current)}/${name}`, 'utf8')),
    );
    if (command?.includes('--type=extensionHost') === true) return current;
    current = Number(/^PPid:\s*(\d+)/mu.exec(status ?? '')?.[1] ?? 0);
  }
  throw new Error(`Process ${String(pid)} stands under no extension host.`);
}

async function reload(): Promise<Frame> {
  const reloaded = workbench.page.waitForEvent('load');
  await workbench.runCommand('Developer: Reload Window');
  await reloaded;
  return workbench.frameWith(chatPage);
}

async function type(chat: Frame, text: string): Promise<void> {
  const box = chat.getByRole('textbox', { name: 'Message' });
  await box.fill(text);
  await box.press('Enter');
}

describe('a long session', () => {
  it('reads, shows an edit before it is made, and runs a command allowed by keyboard', async () => {
    const chat = await workbench.frameWith(chatPage);
    await type(chat, messages.work);
    const card = chat.getByRole('alertdialog');
    await card.getByText('Allow Edit?').waitFor();
    await card.getByRole('button', { name: 'Show the change in a diff editor' }).click();
    const diff = workbench.page.locator('.monaco-diff-editor .modified');
    await diff.getByText('Hello').waitFor();
    await workbench.screenshot('long-session-edit');
    expect(await readFile(join(project.folder, 'src', 'greeting.js'), 'utf8')).toContain('Helo');
    await card.press('Control+Enter');
    await card.getByText('Allow Bash?').waitFor();
    expect(await readFile(join(project.folder, 'src', 'greeting.js'), 'utf8')).toContain('Hello');
    await workbench.screenshot('long-session-command');
    // Nothing is clicked: the card has the focus as soon as it is there.
    await workbench.page.keyboard.press('Control+Enter');
    await chat.getByText('The greeting is right now.').first().waitFor();
    expect(await readFile(join(project.folder, 'checked.txt'), 'utf8')).toBe('1\n');
  });

  it('is compacted, also where the server refuses the context, twice', async () => {
    const chat = await workbench.frameWith(chatPage);
    await say(chat, messages.read);
    await chat.getByText('Every part was read.').first().waitFor();
    expect(server.requests.length).toBeGreaterThan(parts.length + 2);
    expect(await chat.locator('.decision').count()).toBeGreaterThanOrEqual(2);
    expect(await chat.locator('.error').count()).toBe(0);
    expect(newestRequest()).not.toContain(secret);
    await workbench.screenshot('long-session-compacted');
  });

  it('recalls an early detail from the archive, and goes on after a reload in the middle of the answer', async () => {
    const chat = await workbench.frameWith(chatPage);
    await type(chat, messages.ask);
    await chat.getByText(secret).first().waitFor();
    expect(newestRequest()).toContain(secret);
    const again = await reload();
    await again.getByText(messages.ask).waitFor();
    await again.getByText(secret).first().waitFor();
    expect(await again.getByText('The end.').count()).toBe(0);
    await workbench.screenshot('long-session-reloaded');
    await say(again, messages.goOn);
    await again.getByText('It goes on after the reload.').first().waitFor();
    expect(newestRequest()).toContain(messages.ask);
    expect(server.problems).toEqual([]);
  });

  it('has all of it in the inspector', async () => {
    await workbench.runCommand('Strata: Open Inspector');
    const inspector = await workbench.frameWith(`${inspectorPage} .row .message-line`);
    const compacted = inspector.getByRole('button', { name: /^compacted, [1-9]/u });
    await compacted.waitFor();
    const detail = inspector.getByRole('complementary', { name: 'Detail' });
    await inspector.locator('.row .decision-line').first().click();
    await detail
      .getByText(/the provider refused the context/u)
      .first()
      .waitFor();
    await workbench.screenshot('long-session-inspector');
    // What was recalled stands in the context again; the notes do not, and their original is found all the same.
    await inspector.getByRole('textbox', { name: 'Search originals' }).fill(secret);
    await expect.poll(() => inspector.getByRole('search').locator('.number').last().textContent()).toBe('3 hits');
    const titles = (fate: string): Promise<string[]> =>
      inspector.locator(`.row .message-line.fate-${fate} .message-title`).allTextContents();
    await expect.poll(() => titles('compacted')).toEqual([expect.stringContaining(secret)]);
    expect(await titles('kept')).toEqual([expect.stringContaining(secret), expect.stringContaining(secret)]);
    await inspector.locator('.row .message-line.fate-compacted').click();
    await detail.getByText('Open original').waitFor();
    await workbench.screenshot('long-session-found');
  });

  it.runIf(process.platform === 'linux')('leaves nothing of a command when its extension host is killed', async () => {
    const chat = await workbench.frameWith(chatPage);
    await type(chat, messages.wait);
    await chat.getByText('Allow Bash?').waitFor();
    await workbench.page.keyboard.press('Control+Enter');
    const pid = await pidIn(project.folder, 'shell.pid');
    process.kill(await extensionHostOf(pid), 'SIGKILL');
    expect(await isGone(pid)).toBe(true);
    const again = await reload();
    await again.getByText(messages.wait).waitFor();
    await type(again, messages.next);
    await again.getByText('It goes on after the end of its host.').first().waitFor();
    // The call that was open has an answer, or the server would have refused the request.
    expect(newestRequest()).toMatch(/"tool_call_id":"call_wait","content":"\[interrupted/u);
    expect(server.problems).toEqual([]);
    await workbench.screenshot('long-session-killed');
  });
});
