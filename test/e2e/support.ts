import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { repositoryRoot } from '../support/repositoryRoot';

/** Elements the two pages are known by. */
export const chatPage = 'main.chat';
export const inspectorPage = 'main.inspector';

/** What the README of the workspace holds and nothing else does. */
export const needle = 'blue-heron-42';

/** Files that together overfill the offline provider's window of 16 000 tokens. */
const partCount = 6;

export interface Project {
  /** Absolute path. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** A small project in a folder of its own. */
export async function createProject(): Promise<Project> {
  const parent = await mkdtemp(join(tmpdir(), 'strata-e2e-project-'));
  const folder = join(parent, 'project');
  await mkdir(join(folder, 'src'), { recursive: true });
  await writeFile(join(folder, 'README.md'), `# A small project\n\nIt holds a needle: ${needle}.\n`);
  for (let part = 1; part <= partCount; part++) {
    const lines = Array.from(
      { length: 220 },
      (_, line) => `export const value${String(line)} = 'part ${String(part)}';`,
    );
    await writeFile(join(folder, 'src', `part${String(part)}.ts`), `${lines.join('\n')}\n`);
  }
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}

export interface SampleProject extends Project {
  /** Absolute path of the sample session of the product. */
  readonly sample: string;
}

/** A project that holds the sample session too. */
export async function createSampleProject(): Promise<SampleProject> {
  const project = await createProject();
  const sample = join(project.folder, 'session.strata.jsonl');
  await copyFile(join(repositoryRoot, 'media', 'sample', 'session.strata.jsonl'), sample);
  return { ...project, sample };
}

/** The settings of the project's folder from now on; an open workbench takes them over. */
export async function writeWorkspaceSettings({ folder }: Project, settings: Record<string, unknown>): Promise<void> {
  await mkdir(join(folder, '.vscode'), { recursive: true });
  await writeFile(join(folder, '.vscode', 'settings.json'), JSON.stringify(settings));
}

/** Sends a message and waits for the end of the turn. */
export async function say(chat: Frame, text: string): Promise<void> {
  const replies = chat.locator('.assistant');
  const before = await replies.count();
  const box = chat.getByRole('textbox', { name: 'Message' });
  await box.fill(text);
  await box.press('Enter');
  await replies.nth(before).waitFor();
  await chat.locator('[aria-label=Send]').first().waitFor();
}

/** A conversation in which the context overflows: the needle first, then more than the window holds. */
export async function fillContext(chat: Frame): Promise<void> {
  await say(chat, 'read README.md');
  for (let part = 1; part <= partCount; part++) await say(chat, `read src/part${String(part)}.ts`);
}
