import { describe, expect, it } from 'vitest';
import { summaryFault, summaryTextOf } from '../../../../src/engine/layer3/guard';
import type { SummaryReply } from '../../../../src/engine/layer3/summarizer';

const GOOD = '## User intent and goals\nAdd a retry to src/http.ts, never touching the public API of the client.\n';

const room = { replacedTokens: 1_000, roomTokens: 2_000 };

function reply(text: string, rest: Partial<SummaryReply> = {}): SummaryReply {
  return { text, thinking: '', finish: 'stop', ...rest };
}

describe('the guard of summaries', () => {
  it.each<[string, SummaryReply, string | null]>([
    ['a summary', reply(GOOD), null],
    ['nothing', reply(''), 'empty'],
    ['blanks', reply(' \n '), 'empty'],
    ['thinking beside no text', reply('', { thinking: 'Let me see.' }), 'thinkingOnly'],
    ['thinking in tags only', reply('<think>Let me see.</think>\n'), 'thinkingOnly'],
    ['thinking that never ends', reply('<think>Let me see'), 'thinkingOnly'],
    ['a refusal', reply("I'm sorry, but I can't help with that."), 'refusal'],
    ['a refusal in Spanish', reply('Lo siento, no puedo ayudar con eso.'), 'refusal'],
    ['a refusal by the provider', reply('Part of a', { finish: 'refusal' }), 'refusal'],
    ['an error as JSON', reply('{"error":{"message":"overloaded"}}'), 'errorText'],
    ['an error page', reply('<html><body>502 Bad Gateway</body></html>'), 'errorText'],
    ['an error in words', reply('Error: upstream connect error'), 'errorText'],
    ['a status', reply('503 Service Unavailable'), 'errorText'],
    ['a tool call', reply(GOOD, { finish: 'tool-calls' }), 'toolCall'],
    ['a summary cut off', reply(GOOD, { finish: 'length' }), 'cutOff'],
    ['a blank template', reply('## User intent\nNone\n## Files\n- n/a\n**Errors:**\n-\n'), 'empty'],
  ])('judges %s', (_name, given, fault) => {
    expect(summaryFault(given, 20, room)).toBe(fault);
  });

  it('refuses a summary about as large as what it replaces', () => {
    expect(summaryFault(reply(GOOD), 901, room)).toBe('notSmaller');
    expect(summaryFault(reply(GOOD), 900, room)).toBeNull();
    expect(summaryFault(reply(GOOD), 900, { ...room, roomTokens: 899 })).toBe('notSmaller');
  });

  it('lets a long summary speak of errors and refusals', () => {
    const long = `Error handling was the user's wish. ${'The agent changed src/http.ts. '.repeat(40)}`;
    expect(summaryFault(reply(long), 400, room)).toBeNull();
  });

  it('takes reasoning out of the text', () => {
    expect(summaryTextOf(reply(`<think>hm</think>\n${GOOD}`))).toBe(GOOD.trim());
  });
});
