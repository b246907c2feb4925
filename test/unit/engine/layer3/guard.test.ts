import { describe, expect, it } from 'vitest';
import { summaryFault, summaryTextOf } from '../../../../src/engine/layer3/guard';
import type { SummaryReply } from '../../../../src/engine/layer3/summarizer';

const GOOD =
  '## User intent and goals\nAdd a retry to src/http.ts, never touching the public API of the client.\n## Pending tasks\nRun the tests.\n';

const room = { replacedTokens: 1_000, roomTokens: 2_000, hasSections: true };

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
    ['a long error page', reply(`<html><body>${'<p>502 Bad Gateway</p>'.repeat(60)}</body></html>`), 'errorText'],
    ['a long error as JSON', reply(`{"status":429,"error":"${'quota '.repeat(200)}"}`), 'errorText'],
    ['an error in bold', reply('**Error:** upstream connect error'), 'errorText'],
    ['an error as a heading', reply('# Error\n503 from upstream'), 'errorText'],
    ['a spent quota', reply('You exceeded your current quota, please check your plan.'), 'errorText'],
    ['a loading server', reply('The server is overloaded or not ready yet.'), 'errorText'],
    ['an apology', reply('I apologize, but I cannot summarize this conversation for you.'), 'refusal'],
    ['a long refusal', reply(`I'm sorry, but I can't. ${'The content is not allowed. '.repeat(40)}`), 'refusal'],
    ['a refusal in Chinese', reply('抱歉，我无法总结这段对话，因为它包含了不适当的内容。'), 'refusal'],
    ['a question back', reply('Sure! Could you please provide the conversation that I should summarize?'), 'refusal'],
    ['a call written as text', reply('<tool_call>{"name":"read_file"}</tool_call>'), 'errorText'],
    ['an echo', reply(`[12] User\n${'Please read the file again. '.repeat(30)}`), 'unstructured'],
    ['filling', reply('lorem ipsum dolor sit amet '.repeat(20)), 'unstructured'],
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
    const long = `## Errors and their fixes\nError handling was the user's wish. ${'The agent changed src/http.ts. '.repeat(40)}\n## Pending tasks\nNone so far but one.`;
    expect(summaryFault(reply(long), 400, room)).toBeNull();
  });

  it('takes any prose for a prompt of the user', () => {
    const prose = reply('The user added a retry to src/http.ts and wants the tests run next.');
    expect(summaryFault(prose, 20, { ...room, hasSections: false })).toBeNull();
  });

  it('takes reasoning out of the text', () => {
    expect(summaryTextOf(reply(`<think>hm</think>\n${GOOD}`))).toBe(GOOD.trim());
  });
});
