import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCounter } from '../../src/cli/modelCounter';
import { writeArchive } from '../../src/cli/outputFiles';
import { contextJson, replaySession, type ReplayRun } from '../../src/cli/replaySession';
import { engineSettings } from '../../src/config/engineSettings';
import { validateSettings } from '../../src/config/validateSettings';
import type { Message } from '../../src/engine/message';
import type { MessageCounter } from '../../src/engine/messageCounter';
import type { OpenAiChatMessage } from '../../src/engine/openAiMessages';
import { inputLimit, limitsFor } from '../../src/engine/settings';
import { readTranscript } from '../../src/transcripts/registry';
import type { Transcript } from '../../src/transcripts/transcript';
import { corpusFiles } from '../support/corpus';
import { partContent } from '../support/partContent';
import { withFolder } from '../support/sessionFiles';

const { settings } = validateSettings({});
const files = corpusFiles('claude-code', 'openai-chat', 'codex', 'gemini-cli');

let counter: MessageCounter;
beforeAll(async () => {
  counter = await loadCounter('');
});

// Checked on what the command writes, with nothing of the engine's own idea of a valid context.
describe.skipIf(files.length === 0)('replay over real sessions', () => {
  describe.each(files.map((file) => [basename(file), file] as const))('%s', (_name, file) => {
    it.each([8_000, 16_000, 32_000, 128_000])(
      'at a window of %i tokens',
      async (window) => {
        const transcript = await readTranscript(file);
        const limits = limitsFor(window, settings['tokens.reserve']);
        const run = replaySession(transcript, engineSettings(settings), limits, counter, (json) => {
          expect(faultsOf(JSON.parse(json()) as OpenAiChatMessage[])).toEqual([]);
        });
        checkNumbers(transcript, run, inputLimit(limits));
        await withFolder(async (folder) => {
          writeArchive(folder, run.archive.entries.values());
          expect(lostParts(transcript.messages, contextJson(run.ledger), folder)).toEqual([]);
        });
      },
      60_000,
    );
  });
});

function checkNumbers({ messages, callBoundaries }: Transcript, { ledger, calls }: ReplayRun, limit: number): void {
  expect(Object.values(ledger.fates).reduce((sum, count) => sum + count)).toBe(messages.length);
  expect(calls).toHaveLength(callBoundaries.length + 1);
  for (const { inputTokensAfter, inputTokensBefore, decisions, tooLarge } of calls) {
    if (inputTokensAfter > limit) expect(tooLarge).toMatch(/message \d+/);
    if (decisions.length === 0) expect(inputTokensAfter).toBe(inputTokensBefore);
  }
}

/** What OpenAI refuses, in words. */
function faultsOf(context: readonly OpenAiChatMessage[]): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  let open = new Set<string>();
  context.forEach((message, position) => {
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id)) faults.push(`#${position} answers no call`);
      return;
    }
    if (open.size > 0) faults.push(`#${position} ${message.role} stands before ${open.size} answers`);
    open = new Set(message.role === 'assistant' ? message.tool_calls?.map(({ id }) => id) : []);
    for (const id of open) {
      if (seen.has(id)) faults.push(`#${position} repeats the id ${id}`);
      seen.add(id);
    }
  });
  if (open.size > 0) faults.push('the end leaves calls unanswered');
  const first = context.find(({ role }) => role !== 'system');
  if (first?.role !== 'user') faults.push(`opens with ${first?.role ?? 'nothing'}`);
  if (!JSON.stringify(context).isWellFormed() || /\\ud[89a-f]/.test(JSON.stringify(context)))
    faults.push('half a surrogate pair');
  return faults;
}

/** Parts of originals that a reader of the context cannot get at, neither there nor by following pointers. */
function lostParts(messages: readonly Message[], context: string, folder: string): string[] {
  const readable = [...stringsIn(JSON.parse(context)), ...followPointers(context, folder)];
  const lost: string[] = [];
  messages.forEach((message, index) => {
    for (const part of message.parts) {
      const piece = partContent(part);
      const forms = [piece, piece.toWellFormed(), JSON.stringify(piece)];
      if (!readable.some((text) => forms.some((form) => text.includes(form)))) {
        lost.push(`${index} ${message.role} ${part.type}: ${piece.slice(0, 50)}`);
      }
    }
  });
  return lost;
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** Contents of the files named in a text, and of those named in them. Bytes are given as base64 too. */
function followPointers(start: string, folder: string): string[] {
  const names = readdirSync(folder);
  const found = new Map<string, string>();
  const queue = [start];
  for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
    for (const name of names) {
      if (found.has(name) || !text.includes(name)) continue;
      const bytes = readFileSync(join(folder, name));
      const content = bytes.toString('utf8');
      found.set(name, content);
      if (!/\.(?:txt|md|json)$/.test(name)) found.set(`${name} as base64`, bytes.toString('base64'));
      queue.push(content);
    }
  }
  return [...found.values()];
}
