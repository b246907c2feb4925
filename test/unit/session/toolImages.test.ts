import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/engine/message';
import { toOpenAiMessages } from '../../../src/engine/openAiMessages';
import { renderContext } from '../../../src/engine/render';
import { contextFaults } from '../../support/contextRules';
import { requestProblem } from '../../support/scriptedServer/validateRequest';
import { ScriptedProvider, calls, says } from './support/scriptedProvider';
import { resumeSession, startSession } from './support/sessionHarness';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR4nGP4z8DwHwQBEPgD/U6VwW8AAAAASUVORK5CYII=';

const image = { type: 'media', kind: 'image', mediaType: 'image/png', data: PNG, name: 'a.png', width: 2, height: 1 };

function wire(messages: readonly Message[] | undefined) {
  return toOpenAiMessages(messages ?? [], { includesReasoning: false });
}

describe('an image that a tool gives', () => {
  it('is kept with the result, and sent behind all results of its turn', async () => {
    const provider = new ScriptedProvider([
      calls(['read_file', { path: 'a.png' }], ['read_file', { path: 'b.txt' }]),
      says('Two pixels.'),
      says('Still two.'),
    ]);
    const files = { 'a.png': Buffer.from(PNG, 'base64'), 'b.txt': 'text' };
    const harness = await startSession(provider, { files_: files });
    await harness.session.send('Look at a.png and b.txt.');
    const { ledger } = harness.session.fold;
    const result = [...Array(ledger.length).keys()]
      .map((index) => ledger.message(index))
      .find(({ role }) => role === 'tool');
    expect(result?.parts).toEqual([{ type: 'text', text: '[a.png: image/png, 2 × 1 pixels, 71 bytes]' }, image]);
    expect(contextFaults(renderContext(ledger))).toEqual([]);

    const sent = wire(provider.requests[1]?.messages);
    expect(sent.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'user']);
    const url = `data:image/png;base64,${PNG}`;
    expect(sent.at(-1)?.content).toEqual([{ type: 'image_url', image_url: { url } }]);
    expect(requestProblem({ model: 'test', messages: JSON.parse(JSON.stringify(sent)) as never[] })).toBeNull();

    await harness.session.dispose();
    const again = await resumeSession(provider, harness, { files_: files });
    await again.session.send('And now?');
    const later = wire(provider.requests[2]?.messages);
    expect(later.map(({ role }) => role).slice(3)).toEqual(['tool', 'tool', 'user', 'assistant', 'user']);
    expect(requestProblem({ model: 'test', messages: JSON.parse(JSON.stringify(later)) as never[] })).toBeNull();
  });
});

describe('results of calls that ran side by side', () => {
  it('stand in the order of the calls, errors among them', async () => {
    const provider = new ScriptedProvider([
      calls(
        ['grep', { pattern: 'x' }],
        ['read_file', { path: 'gone.txt' }],
        ['read_file', { path: 'b.txt' }],
        ['glob', { pattern: '../*' }],
      ),
      says('Done.'),
    ]);
    const harness = await startSession(provider, { files_: { 'b.txt': 'text x' } });
    await harness.session.send('Go.');
    const results = provider.requests[1]?.messages.filter(({ role }) => role === 'tool') ?? [];
    expect(results.map(({ toolCallId }) => toolCallId)).toEqual(['call-0', 'call-1', 'call-2', 'call-3']);
    expect(results.map(({ isError }) => isError ?? false)).toEqual([false, true, false, true]);
  });
});
