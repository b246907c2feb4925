import { describe, expect, it } from 'vitest';
import { parseReplayArguments } from '../../../src/cli/replayArguments';

describe('parseReplayArguments', () => {
  it('reads every option', () => {
    const parsed = parseReplayArguments([
      'session.jsonl',
      '--format=claude-code',
      '--session',
      '2',
      '--window',
      '32_000',
      '--model',
      'gpt-4o',
      '--set',
      'layer1.singleToolResultShare=0.3',
      '--set',
      'strata.layer1.compactableTools=Bash, Grep',
      '--json',
      '--context-out',
      'a',
      '--calls-out',
      'b',
      '--archive-dir',
      'c',
    ]);
    expect(parsed).toMatchObject({
      file: 'session.jsonl',
      format: 'claude-code',
      session: 1,
      window: 32_000,
      model: 'gpt-4o',
      json: true,
      contextOut: 'a',
      callsOut: 'b',
      archiveDir: 'c',
      warnings: [],
    });
    expect(parsed?.settings['layer1.singleToolResultShare']).toBe(0.3);
    expect(parsed?.settings['layer1.compactableTools']).toEqual(['Bash', 'Grep']);
    expect(parsed?.settings['layer1.inputHeadroomRatio']).toBe(0.75);
  });

  it('reads the options of compression, those with structure as JSON', () => {
    const set = [
      'compression.enabled=true',
      'compression.thresholdTokens=80_000',
      'compression.stages=[{"threshold_tokens": 9000, "target_tokens": 3000}]',
      'compression.config={"compression": {"custom_prompt": "{messages} = all"}}',
    ];
    const parsed = parseReplayArguments(['a', ...set.flatMap((assignment) => ['--set', assignment])]);
    expect(parsed?.warnings).toEqual([]);
    expect(parsed?.settings).toMatchObject({
      'compression.enabled': true,
      'compression.thresholdTokens': 80_000,
      'compression.stages': [{ thresholdTokens: 9_000, targetTokens: 3_000 }],
      'compression.config': { compression: { customPrompt: '{messages} = all' } },
    });
  });

  it('asks for help with null', () => {
    expect(parseReplayArguments(['--help'])).toBeNull();
  });

  it('warns of a value out of range and takes the nearest', () => {
    const parsed = parseReplayArguments(['a', '--set', 'layer1.singleToolResultShare=5']);
    expect(parsed?.settings['layer1.singleToolResultShare']).toBe(1);
    expect(parsed?.warnings).toHaveLength(1);
  });

  it.each([
    [[], 'Name the session file'],
    [[''], 'Name the session file'],
    [['a', 'b'], 'too many: b'],
    [['a', '--context-out', ''], '--context-out needs a value'],
    [['a', '--calls-out='], '--calls-out needs a value'],
    [['a', '--archive-dir', ''], '--archive-dir needs a value'],
    [['a', '--format', ''], '--format needs a value'],
    [['a', '--window', 'many'], '--window must be a whole number'],
    [['a', '--window', '0'], 'at least 1'],
    [['a', '--nonsense'], '--nonsense'],
    [['a', '--set', 'layer9.x=1'], 'no setting "layer9.x"'],
    [['a', '--set', 'layer2.keepLast'], 'needs a value'],
    [['a', '--set', 'layer2.keepLast=some'], 'must be a number'],
    [['a', '--set', 'chat.openOnStartup=1'], 'true or false'],
    [['a', '--set', 'compression.stages=[{'], 'compression.stages must be JSON'],
  ])('refuses %j in one line', (args, words) => {
    expect(() => parseReplayArguments(args)).toThrow(words);
    expect(() => parseReplayArguments(args)).toThrow(/^[^\n]+$/);
  });
});
