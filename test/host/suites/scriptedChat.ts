import type { ChatApproval, ChatHostApi } from '../../../src/protocol/chat';
import type { Script } from '../../support/scriptedServer/script';
import { startScriptedServer, type ScriptedServer } from '../../support/scriptedServer/scriptedServer';
import { eventually, strata, updateSettings } from './support';

/** A chat in a new session with a server of its own that answers by a script. */
export interface ScriptedChat {
  readonly chat: ChatHostApi;
  readonly server: ScriptedServer;
  /** What the newest request says in the system prompt. */
  systemPrompt(): string;
  /** What the newest request holds for results of tools, in order. */
  results(): readonly string[];
  /** Waits for the question that stands in the chat. */
  question(): Promise<ChatApproval>;
  /** Gives the settings back, and ends the server. */
  close(): Promise<void>;
}

export async function startScriptedChat(script: Script): Promise<ScriptedChat> {
  const server = await startScriptedServer(script);
  await updateSettings({ 'openai.baseUrl': server.url, 'openai.model': 'scripted', provider: 'openai' });
  const { chat } = await strata();
  await chat.newSession();
  const textsOf = (role: string): readonly string[] =>
    (server.requests.at(-1)?.body.messages ?? [])
      .filter((message) => message.role === role)
      .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)));
  return {
    chat,
    server,
    systemPrompt: () => textsOf('system').join('\n'),
    results: () => textsOf('tool'),
    question: () => eventually('a question', async () => (await chat.snapshot()).approval),
    close: async () => {
      await chat.stop();
      await updateSettings({ provider: undefined, 'openai.baseUrl': undefined, 'openai.model': undefined });
      await server.stop();
    },
  };
}
