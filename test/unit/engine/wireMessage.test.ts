import { describe, expect, it } from 'vitest';
import { wireMessage } from '../../../src/engine/wireMessage';
import { assistant, call, user } from '../../support/engineFixture';

/** Arguments of the one call as they are sent. */
function sent(argumentsText: string): string {
  const part = wireMessage(assistant('', call('a', 'Read', argumentsText))).parts[1];
  return part?.type === 'toolCall' ? part.arguments : '';
}

describe('wireMessage', () => {
  it('leaves what is fit to be sent as it is', () => {
    const message = assistant('text', call('a', 'Read', '{"emoji":"\\ud83d\\ude00","n":1.0}'));
    expect(wireMessage(message)).toBe(message);
  });

  it.each([
    ['', '{}'],
    ['  ', '{}'],
    ['[1]', '{"value":[1]}'],
    ['"text"', '{"value":"text"}'],
    ['null', '{"value":null}'],
    ['not json', '{"unparsedArguments":"not json"}'],
    ['{"a":"\\ud83d"}', '{"a":"\ufffd"}'],
    ['{"\\udc00":{"b":["\\ud83d"]}}', '{"\ufffd":{"b":["\ufffd"]}}'],
  ])('sends the arguments %j as %j', (recorded, expected) => {
    expect(sent(recorded)).toBe(expected);
  });

  it('sends arguments too deep to be repaired as a text', () => {
    const deep = `${'{"a":'.repeat(30_000)}"\\ud83d"${'}'.repeat(30_000)}`;
    expect(Object.keys(JSON.parse(sent(deep)) as object)).toEqual(['unparsedArguments']);
  });

  it('repairs halves of surrogate pairs in texts and names', () => {
    expect(wireMessage(user('a\ud83d')).parts).toEqual([{ type: 'text', text: 'a\ufffd' }]);
    expect(wireMessage(assistant('', call('a', 'Re\ud83dad'))).parts[1]).toMatchObject({ name: 'Re\ufffdad' });
  });

  it('says something for a user who said nothing', () => {
    expect(wireMessage(user(' \n')).parts).toEqual([{ type: 'text', text: '[empty message]' }]);
  });
});
