import { describe, expect, it } from 'vitest';
import type { ChatEvents, ChatHostApi } from '../../src/protocol/chat';
import { chatSnapshot, recordingChatHost } from './support/chatHost';
import { openView } from './support/openView';

const sidebar = { width: 300, height: 700 };

describe('a provider that is given time', () => {
  it('is shown with the seconds and the number of the try, and can be stopped', async () => {
    const waiting = { until: Date.now() + 60_000, attempt: 2, tries: 5 };
    const { api, calls } = recordingChatHost({ ...chatSnapshot, busy: true, waiting });
    const { page, host } = await openView<ChatHostApi, ChatEvents>({ view: 'chat', api, viewport: sidebar });
    await page.getByText(/Waiting \d+ s for the provider, try 2 of 5/).waitFor();
    const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(overflows).toBe(false);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => calls).toEqual([['stop', undefined]]);
    const { approval, summary, gauge, usage, title } = chatSnapshot;
    host.emit('state', { busy: false, approval, summary, gauge, usage, title, waiting: null, queued: [] });
    await expect.poll(() => page.getByText('for the provider').count()).toBe(0);
  });
});
