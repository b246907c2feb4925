import { describe, expect, it } from 'vitest';
import { problemText } from '../../../src/config/parsed';
import { parseExtraBody, parseHeaders } from '../../../src/config/requestSettings';
import { validateSettings } from '../../../src/config/validateSettings';

const path = 'strata.openai.headers';

describe('headers in the settings', () => {
  it('are taken, with the place for the key', () => {
    const headers = {
      'HTTP-Referer': 'https://example.com',
      'x-api-key': '${apiKey}',
      Authorization: 'Token ${apiKey}',
    };
    expect(parseHeaders(headers, path)).toEqual({ value: headers, problems: [] });
  });

  it.each([
    ['Authorization', 'Bearer abc', 'secret'],
    ['authorization', 'abc', 'secret'],
    ['api-key', 'abc', 'secret'],
    ['X-Auth-Token', 'abc', 'secret'],
    ['Cookie', 'a=b', 'secret'],
    ['X-Anything', 'sk-proj-abcdefghijklmnop', 'secret'],
    ['X-Anything', 'Bearer abcdef', 'secret'],
    ['Host', 'example.com', 'is set by Strata'],
    ['Content-Type', 'text/plain', 'is set by Strata'],
    ['X Bad', 'a', 'is not the name'],
    ['X-Bad', 'a\r\nX-Hidden: b', 'no header can carry'],
    ['X-Bad', 'ключ', 'no header can carry'],
    ['X-Bad', 7, 'must be a text'],
  ])('%s: %j is refused', (name, value, words) => {
    const { value: taken, problems } = parseHeaders({ [name]: value, 'X-Good': 'yes' }, path);
    expect(taken).toEqual({ 'X-Good': 'yes' });
    expect(problems.map(problemText).join()).toContain(words);
    expect(problems.map(problemText).join()).toContain(`${path}.${name}`);
  });

  it('are told about in a warning that does not repeat the secret', () => {
    const { settings, warnings } = validateSettings({ 'openai.headers': { Authorization: 'Bearer abc-secret' } });
    expect(settings['openai.headers']).toEqual({});
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('Set API Key');
    expect(warnings[0]).not.toContain('abc-secret');
  });

  it.each([null, 'x', []])('%j are none', (value) => {
    expect(parseHeaders(value, path).problems).toHaveLength(1);
  });
});

describe('fields for every request', () => {
  it('are taken but for those the agent sends itself', () => {
    const { value, problems } = parseExtraBody({ reasoning: { effort: 'high' }, messages: [], stream: false }, 'p');
    expect(value).toEqual({ reasoning: { effort: 'high' } });
    expect(problems.map(({ path: at }) => at)).toEqual(['p.messages', 'p.stream']);
  });
});
