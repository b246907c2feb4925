import { describe, expect, it } from 'vitest';
import type { ToolCallDelta } from '../../../src/providers/toolCallDeltas';
import { ToolCallAssembler } from '../../../src/providers/toolCallDeltas';

function assemble(deltas: readonly ToolCallDelta[]) {
  let made = 0;
  const assembler = new ToolCallAssembler(() => `made-${(made += 1)}`);
  for (const delta of deltas) assembler.add(delta);
  return assembler.finish();
}

describe('ToolCallAssembler', () => {
  it('gives an empty call an empty object', () => {
    expect(assemble([{ index: 0, id: 'a', function: { name: 'glob' } }])).toEqual([
      { id: 'a', name: 'glob', arguments: '{}' },
    ]);
  });

  it('makes ids for calls without one and for repeated ones', () => {
    const calls = assemble([
      { index: 0, function: { name: 'a', arguments: '{}' } },
      { index: 1, id: 'x', function: { name: 'b', arguments: '{}' } },
      { index: 2, id: 'x', function: { name: 'c', arguments: '{}' } },
    ]);
    expect(calls.map(({ id, name }) => [name, id])).toEqual([
      ['a', 'made-1'],
      ['b', 'x'],
      ['c', 'made-2'],
    ]);
  });

  it('takes an id that comes late', () => {
    const calls = assemble([
      { index: 0, function: { name: 'a', arguments: '{' } },
      { index: 0, id: 'late', function: { arguments: '}' } },
    ]);
    expect(calls).toEqual([{ id: 'late', name: 'a', arguments: '{}' }]);
  });

  it('tells whole calls apart that have neither ids nor numbers of their own', () => {
    const calls = assemble([
      { index: 0, id: '', function: { name: 'read', arguments: '{"path":"a"}' } },
      { index: 0, id: '', function: { name: 'read', arguments: '{"path":"b"}' } },
    ]);
    expect(calls.map((call) => call.arguments)).toEqual(['{"path":"a"}', '{"path":"b"}']);
  });

  it('takes an empty name that is repeated for none', () => {
    const calls = assemble([
      { index: 0, id: 'a', function: { name: 'read', arguments: '{"path"' } },
      { index: 0, id: 'a', function: { name: '', arguments: ':"a"}' } },
    ]);
    expect(calls).toEqual([{ id: 'a', name: 'read', arguments: '{"path":"a"}' }]);
  });

  it('leaves out a call that never got a name', () => {
    expect(assemble([{ index: 0, id: 'a', function: { arguments: '{}' } }])).toEqual([]);
  });
});
