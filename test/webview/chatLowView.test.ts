import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ChatEvents, ChatHostApi, ChatSnapshot } from '../../src/protocol/chat';
import { approval, chatSnapshot, conversation, recordingChatHost } from './support/chatHost';
import { openView } from './support/openView';

/** What VS Code leaves of a sidebar 820 pixels high, with the list of sessions below the chat. */
const lowView = { width: 300, height: 480 };

async function openChat(more: Partial<ChatSnapshot>): Promise<Page> {
  const { api } = recordingChatHost({ ...chatSnapshot, items: conversation, ...more });
  const { page } = await openView<ChatHostApi, ChatEvents>({ view: 'chat', api, viewport: lowView });
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  return page;
}

/** The lower edge, in CSS pixels. */
function bottomOf(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
}

describe('in a low view', () => {
  it('a question leaves everything below it in sight, and scrolls', async () => {
    const page = await openChat({ busy: true, approval: { ...approval, detail: 'npm test\n'.repeat(40) } });
    const card = page.getByRole('alertdialog');
    await card.waitFor();
    expect(await bottomOf(page, '.chat-footer')).toBeLessThanOrEqual(lowView.height);
    await card.getByRole('button', { name: 'Deny' }).scrollIntoViewIfNeeded();
    expect(await card.evaluate(({ scrollTop, clientHeight }) => scrollTop > 0 && clientHeight > 150)).toBe(true);
  });

  it('the help leaves the message box in sight', async () => {
    const page = await openChat({});
    const input = page.getByRole('textbox', { name: 'Message' });
    await input.pressSequentially('/help');
    await input.press('Enter');
    await page.getByRole('region', { name: 'Help' }).getByText('Attach a file').waitFor();
    expect(await bottomOf(page, '.composer')).toBeLessThanOrEqual(lowView.height);
  });
});
