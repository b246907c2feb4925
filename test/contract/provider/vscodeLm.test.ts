import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '../../../src/engine/message';
import { VscodeLmProvider, vscodeModels } from '../../../src/providers/vscodeLm';
import { fakeModel, fakeVscode, models } from '../../support/fakeVscode/languageModels';
import { collect, describeChatProvider, failureOfStream, userRequest, type Prepared } from './describeChatProvider';

vi.mock('vscode', async () => (await import('../../support/fakeVscode/languageModels')).fakeVscode);

const { LanguageModelError, LanguageModelTextPart, LanguageModelToolCallPart, LanguageModelToolResultPart } =
  fakeVscode;

beforeEach(() => {
  models.length = 0;
});

function prepared(...parts: readonly unknown[]): Prepared {
  return async () => {
    models.push(fakeModel(() => parts));
    return {
      provider: new VscodeLmProvider(),
      request: { ...userRequest('hello'), model: 'test/one' },
      stop: async () => {},
    };
  };
}

describeChatProvider(
  'vscodeLm',
  {
    forText: prepared(new LanguageModelTextPart('A reply '), new LanguageModelTextPart('in pieces.'), {
      unknown: 'part',
    }),
    forCalls: prepared(
      new LanguageModelToolCallPart('call_a', 'read_file', { path: 'a.txt' }),
      new LanguageModelToolCallPart('call_b', 'read_file', { path: 'b.txt' }),
    ),
    forOverflow: prepared(
      new LanguageModelError(
        'Request Failed: 400 {"error":{"message":"prompt token count of 150212 exceeds the limit of 128000","code":"model_max_prompt_tokens_exceeded"}}',
        'unknown',
      ),
    ),
  },
  { reportsUsage: false },
);

describe('models of other extensions', () => {
  const request = { ...userRequest('hello'), model: 'test/one' };
  const text = (value: string) => ({ type: 'text', text: value }) as const;

  it('are listed with vendor, id and window', async () => {
    models.push(
      fakeModel(() => []),
      fakeModel(() => [], { vendor: 'other', id: 'a/b', name: 'AB', maxInputTokens: 9 }),
    );
    expect(await vscodeModels()).toEqual([
      { id: 'test/one', name: 'One', vendor: 'test', window: 4_000 },
      { id: 'other/a/b', name: 'AB', vendor: 'other', window: 9 },
    ]);
  });

  it('get instructions as words of the user, and results of parallel calls in one message', async () => {
    const model = fakeModel(() => [new LanguageModelTextPart('ok')]);
    models.push(model);
    const messages: readonly Message[] = [
      { id: 's', role: 'system', parts: [text('Be brief.')] },
      { id: 'u', role: 'user', parts: [text('Read both.')] },
      {
        id: 'a',
        role: 'assistant',
        parts: [
          { type: 'thinking', text: 'hm' },
          text('I read.'),
          { type: 'toolCall', id: 'c1', name: 'read_file', arguments: '{"path":"a"}' },
          { type: 'toolCall', id: 'c2', name: 'read_file', arguments: 'no json' },
        ],
      },
      { id: 't1', role: 'tool', toolCallId: 'c1', parts: [text('A')] },
      { id: 't2', role: 'tool', toolCallId: 'c2', parts: [text('B')] },
      {
        id: 'u2',
        role: 'user',
        parts: [{ type: 'media', kind: 'image', mediaType: 'image/png', data: 'AAAA', name: 'x.png' }],
      },
    ];
    await collect(new VscodeLmProvider(), { ...request, messages });
    expect(model.requests[0]?.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', [new LanguageModelTextPart('Be brief.')]],
      ['user', [new LanguageModelTextPart('Read both.')]],
      [
        'assistant',
        [
          new LanguageModelTextPart('I read.'),
          new LanguageModelToolCallPart('c1', 'read_file', { path: 'a' }),
          new LanguageModelToolCallPart('c2', 'read_file', { unparsedArguments: 'no json' }),
        ],
      ],
      [
        'user',
        [
          new LanguageModelToolResultPart('c1', [new LanguageModelTextPart('A')]),
          new LanguageModelToolResultPart('c2', [new LanguageModelTextPart('B')]),
        ],
      ],
      ['user', [new LanguageModelTextPart('[image x.png]')]],
    ]);
    expect(model.requests[0]?.options.tools?.map(({ name }) => name)).toEqual(request.tools.map(({ name }) => name));
  });

  it('report no usage, and none is made up', async () => {
    models.push(fakeModel(() => [new LanguageModelTextPart('ok')]));
    expect((await collect(new VscodeLmProvider(), request)).at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  });

  it('are told when nobody reads on', async () => {
    const model = fakeModel(() => [new LanguageModelTextPart('a'), new LanguageModelTextPart('b')]);
    models.push(model);
    for await (const event of new VscodeLmProvider().stream(request, new AbortController().signal)) {
      if (event.type === 'text-delta') break;
    }
    expect(model.requests[0]?.token.isCancellationRequested).toBe(true);
  });

  it('are not waited for once the person stops, even where they do not listen', async () => {
    const silent: AsyncIterable<unknown> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise<IteratorResult<unknown>>(() => undefined) }),
    };
    models.push(fakeModel(() => [], { sendRequest: async () => ({ stream: silent }) }));
    const abort = new AbortController();
    const failing = failureOfStream(collect(new VscodeLmProvider(), request, abort.signal));
    setImmediate(() => {
      abort.abort();
    });
    expect((await failing).reason).toBe('cancelled');
  });

  it.each([
    ['no consent', LanguageModelError.NoPermissions('nope'), 'authentication', 'retry', false],
    ['a quota used up', LanguageModelError.Blocked('quota'), 'rateLimit', 'selectModel', true],
    ['a model that went away', LanguageModelError.NotFound('gone'), 'badRequest', 'selectModel', false],
    [
      'a rate limit in other words',
      new LanguageModelError('rate_limit_exceeded: try again in 5s', 'unknown'),
      'rateLimit',
      undefined,
      false,
    ],
    ['a failure without a name', new Error('Internal'), 'server', undefined, false],
  ] as const)('fail by %s with what helps', async (_name, error, reason, help, lasting) => {
    models.push(fakeModel(() => [error]));
    const failure = await failureOfStream(collect(new VscodeLmProvider(), request));
    expect(failure.reason).toBe(reason);
    expect(failure.details.help).toBe(help);
    expect(failure.details.lasting ?? false).toBe(lasting);
  });

  it('fail in the middle of a reply as before it', async () => {
    models.push(fakeModel(() => [new LanguageModelTextPart('a'), LanguageModelError.Blocked('filtered')]));
    expect((await failureOfStream(collect(new VscodeLmProvider(), request))).reason).toBe('rateLimit');
  });

  it('are taken as they come where none is named, and missed where there are none', async () => {
    const failure = await failureOfStream(collect(new VscodeLmProvider(), { ...request, model: '' }));
    expect(failure).toMatchObject({ reason: 'badRequest', details: { help: 'selectModel' } });
    const model = fakeModel(() => [new LanguageModelTextPart('ok')]);
    models.push(model);
    await collect(new VscodeLmProvider(), { ...request, model: '' });
    expect(model.requests).toHaveLength(1);
  });
});
