import type { Message, SourcePosition } from '../../engine/message';
import { isList, isRecord, recordAt, stringAt, type JsonRecord } from '../../wire/jsonValue';
import { ProblemList } from '../problemList';
import { titleFrom } from '../sessionTitle';
import { noSuchSession } from '../severalSessions';
import type { ReadContext, ReadSession, RecordReader, TranscriptFormat } from '../transcriptFormat';
import { readChatMessages } from './openAiChat/chatMessages';
import { readChatUsage } from '../../wire/chatUsage';
import { recordedRequests } from './requests/recordedRequests';
import { RequestLog } from './requests/requestLog';
import { LoggedReply } from './vscodeChatReplay/loggedReply';
import { chatItem } from './vscodeChatReplay/chatItem';

/** Logs of VS Code's chat, `.chatreplay.json`: each request to the model, whole. */
export const vscodeChatReplay: TranscriptFormat = {
  id: 'vscode-chatreplay',
  label: 'VS Code chat log (.chatreplay.json)',
  detect,
  open,
};

function detect(sample: readonly unknown[]): number {
  return sample.some((record) => isRecord(record) && promptsIn(record).length > 0) ? 0.99 : 0;
}

/** Prompts of a log, or the one prompt a file was saved for. */
function promptsIn(record: JsonRecord): readonly JsonRecord[] {
  const { prompts } = record;
  const found = isList(prompts) ? prompts.filter(isRecord) : [record];
  return found.filter((prompt) => isList(prompt['logs']) && (typeof prompt['prompt'] === 'string' || isList(prompts)));
}

function open({ problems, session }: ReadContext): RecordReader {
  const log = new RequestLog();
  const replies = new Map<RequestLog['chains'][number], LoggedReply>();
  let prompts: string[] = [];
  return {
    add(record, { line, byteOffset }) {
      const source = { line, byteOffset };
      const found = isRecord(record) ? promptsIn(record) : [];
      if (found.length === 0) problems.report('info', source, 'The record holds no prompts; it was left out.');
      prompts = prompts.concat(found.map((prompt) => stringAt(prompt, 'prompt') ?? ''));
      for (const prompt of found) readPrompt(prompt, source, log, replies);
      for (const [chain, reply] of replies) chain.answer(reply.items(), source);
      replies.clear();
    },
    finish: (found) => finish(log, { asked: session, prompts, problems: found }),
  };
}

/** Adds the requests of a prompt. What came back stands in the next request; only the newest reply has to be told from its log. */
function readPrompt(
  prompt: JsonRecord,
  source: SourcePosition,
  log: RequestLog,
  replies: Map<RequestLog['chains'][number], LoggedReply>,
): void {
  let reply: LoggedReply | null = null;
  const logs = prompt['logs'];
  for (const entry of isList(logs) ? logs.filter(isRecord) : []) {
    if (entry['kind'] === 'toolCall') reply?.addCall(entry);
    const messages = recordAt(entry, 'requestMessages')?.['messages'];
    if (entry['kind'] !== 'request' || !isList(messages)) continue;
    const metadata = recordAt(entry, 'metadata') ?? {};
    const chain = log.add({
      items: messages.map(chatItem),
      reply: undefined,
      model: stringAt(metadata, 'model'),
      usage: readChatUsage(metadata['usage']),
      source,
    });
    reply = new LoggedReply(entry);
    replies.set(chain, reply);
  }
}

interface Finish {
  readonly asked: number | undefined;
  readonly prompts: readonly string[];
  readonly problems: ProblemList;
}

/** @throws TranscriptError `severalSessions` */
function finish(log: RequestLog, { asked, prompts, problems }: Finish): ReadSession {
  const { chains } = log;
  if (chains.length === 0) return { messages: [] };
  const main = log.main();
  const shown = asked ?? main;
  const chain = chains[shown];
  if (chain === undefined) throw noSuchSession(shown, chains.length);
  const read = readChatMessages(chain.items, problems);
  const readOne = (value: unknown): readonly Message[] =>
    readChatMessages([{ value, source: undefined }], new ProblemList()).messages;
  const session: ReadSession = {
    messages: read.messages,
    title: titleFrom(prompts[0] ?? ''),
    ...recordedRequests(chain.compactions, read, readOne),
  };
  if (chain.takenBack > 0) {
    const words = `${String(chain.takenBack)} messages were taken back before a later request; they are left out.`;
    problems.report('info', chain.items[0]?.source, words);
  }
  if (chains.length === 1) return session;
  const titles = chains.map(({ requests, items }, index) => {
    const words = `${String(requests)} requests, ${String(items.length)} messages`;
    return index === main ? `Conversation (${words})` : `Side requests ${String(index)} (${words})`;
  });
  problems.report(
    'info',
    undefined,
    `${String(chains.length - 1)} conversations beside the longest one can be chosen.`,
  );
  return { ...session, sessions: { shown, titles } };
}
