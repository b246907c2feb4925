import { describe, expect, it } from 'vitest';
import type { ChatEvents, ChatHostApi } from '../../src/protocol/chat';
import { approval, chatSnapshot, recordingChatHost } from './support/chatHost';
import { axeFindings, openView } from './support/openView';
import { themeNames } from './support/themes';

const sidebar = { width: 300, height: 860 };

describe.each(themeNames)('the chat in a 300 px sidebar, %s', (theme) => {
  it('shows a conversation without serious faults, and nothing wider than the sidebar', async () => {
    const { api } = recordingChatHost({ ...chatSnapshot, approval, busy: true });
    const view = await openView<ChatHostApi, ChatEvents>({ view: 'chat', api, theme, viewport: sidebar });
    await view.page.getByText('Allow Bash?').waitFor();
    await view.screenshot(`chat-${theme}`);
    expect(await axeFindings(view.page)).toEqual([]);
    const width = await view.page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(sidebar.width);
  });

  it('welcomes', async () => {
    const { api } = recordingChatHost({ ...chatSnapshot, items: [] });
    const view = await openView<ChatHostApi, ChatEvents>({ view: 'chat', api, theme, viewport: sidebar });
    await view.page.getByText('Try one of these').waitFor();
    await view.screenshot(`chat-empty-${theme}`);
    expect(await axeFindings(view.page)).toEqual([]);
  });
});
