import { describe, expect, it } from 'vitest';
import type { ChatEvents, ChatHostApi, ChatSnapshot } from '../../src/protocol/chat';
import { approval, chatSnapshot, recordingChatHost } from './support/chatHost';
import { busyItems, failedItems } from './support/chatItems';
import { axeFindings, openView, type OpenView } from './support/openView';
import { fewThemeNames, type ThemeName } from './support/themes';

const sidebar = { width: 300, height: 860 };

async function open(theme: ThemeName, more: Partial<ChatSnapshot>): Promise<OpenView<ChatEvents>> {
  const { api } = recordingChatHost({ ...chatSnapshot, ...more });
  const view = await openView<ChatHostApi, ChatEvents>({ view: 'chat', api, theme, viewport: sidebar });
  await view.page.getByRole('textbox', { name: 'Message' }).waitFor();
  return view;
}

/** Saved for the eye; what a program can see is looked for at once. */
async function look({ page, screenshot }: OpenView<ChatEvents>, name: string): Promise<void> {
  await screenshot(name);
  // The text box keeps the focus; its arrow keys scroll the list of suggestions.
  const isFault = (finding: string): boolean =>
    !/^scrollable-region-focusable: <ul class="suggestion-list"/u.test(finding);
  expect((await axeFindings(page)).filter(isFault)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sidebar.width);
}

const queued = [
  { id: 'q1', text: 'And then run the tests of the whole project, please, twenty times over.' },
  { id: 'q2', text: 'Stop after that.' },
];

describe.each(fewThemeNames)('a chat at work in a 300 px sidebar, %s', (theme) => {
  it('asks with rule and reason', async () => {
    const detail = 'npm test -- --reporter verbose --run test/net/retryWithExponentialBackoff.test.ts';
    const view = await open(theme, {
      busy: true,
      items: busyItems.slice(0, 2),
      approval: { ...approval, summary: detail, detail },
    });
    await view.page.getByRole('textbox', { name: 'Reason for denying' }).fill('Only the one test.');
    await look(view, `chat-asks-${theme}`);
  });

  it('shows the change of a file where it asks for one', async () => {
    const detail = 'src/net/retry.ts\n\n- const jitter = Math.random();\n+ const jitter = seeded();';
    const asked = {
      ...approval,
      toolName: 'Edit',
      summary: 'src/net/retry.ts',
      detail,
      sessionScope: 'tool',
      changesFile: true,
    } as const;
    await look(
      await open(theme, { busy: true, items: [], approval: { ...asked, alwaysRule: 'Edit(src/net/**)' } }),
      `chat-asks-edit-${theme}`,
    );
  });

  it('shows todos, live output, notes, and what waits', async () => {
    const waiting = { until: Date.now() + 60_000, attempt: 2, tries: 5 };
    const view = await open(theme, { busy: true, items: busyItems, queued, waiting });
    await view.page.locator('.tool-call').first().locator('summary').click();
    await view.page.locator('.todo').first().waitFor();
    await look(view, `chat-works-${theme}`);
  });

  it('fails with what helps', async () => {
    await look(await open(theme, { items: failedItems, queued }), `chat-failed-${theme}`);
  });

  it.each(['/', '@src'])('suggests behind %s', async (typed) => {
    const view = await open(theme, {});
    const box = view.page
      .getByRole('textbox', { name: 'Message' })
      .or(view.page.getByRole('combobox', { name: 'Message' }));
    await box.focus();
    await view.page.keyboard.type(typed);
    await view.page.getByRole('listbox').waitFor();
    await look(view, `chat-suggests-${typed === '/' ? 'commands' : 'files'}-${theme}`);
  });
});
