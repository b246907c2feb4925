/** As much of `vscode` as models of other extensions need; for tests that run without VS Code. */

class LanguageModelTextPart {
  constructor(readonly value: string) {}
}

class LanguageModelToolCallPart {
  constructor(
    readonly callId: string,
    readonly name: string,
    readonly input: object,
  ) {}
}

class LanguageModelToolResultPart {
  constructor(
    readonly callId: string,
    readonly content: unknown[],
  ) {}
}

class LanguageModelChatMessage {
  content: unknown[] = [];
  private constructor(readonly role: 'user' | 'assistant') {}
  static User(): LanguageModelChatMessage {
    return new LanguageModelChatMessage('user');
  }
  static Assistant(): LanguageModelChatMessage {
    return new LanguageModelChatMessage('assistant');
  }
}

class LanguageModelError extends Error {
  constructor(
    message: string,
    readonly code: string,
    cause?: Error,
  ) {
    super(message, { cause });
  }
  static NoPermissions(message = ''): LanguageModelError {
    return new LanguageModelError(message, 'NoPermissions');
  }
  static Blocked(message = ''): LanguageModelError {
    return new LanguageModelError(message, 'Blocked');
  }
  static NotFound(message = ''): LanguageModelError {
    return new LanguageModelError(message, 'NotFound');
  }
}

class CancellationTokenSource {
  readonly token = { isCancellationRequested: false };
  cancel(): void {
    this.token.isCancellationRequested = true;
  }
  dispose(): void {
    // Nothing is held.
  }
}

export interface FakeRequest {
  readonly messages: readonly LanguageModelChatMessage[];
  readonly options: { readonly tools?: readonly { readonly name: string; readonly inputSchema?: object }[] };
  readonly token: { readonly isCancellationRequested: boolean };
}

export interface FakeModel {
  readonly vendor: string;
  readonly id: string;
  readonly name: string;
  readonly maxInputTokens: number;
  readonly sendRequest: (
    messages: FakeRequest['messages'],
    options: FakeRequest['options'],
    token: FakeRequest['token'],
  ) => Promise<{ readonly stream: AsyncIterable<unknown> }>;
}

/** What `selectChatModels` gives; tests put their models here. */
export const models: FakeModel[] = [];

export const fakeVscode = {
  CancellationTokenSource,
  LanguageModelChatMessage,
  LanguageModelError,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  l10n: {
    t: (text: string, ...values: readonly unknown[]) =>
      text.replaceAll(/\{(\d+)\}/g, (_, at) => String(values[Number(at)])),
  },
  lm: { selectChatModels: async () => models },
};

/** A model that answers each request with the parts the function gives; an error is thrown where it stands. */
export function fakeModel(
  answer: (request: FakeRequest) => readonly unknown[],
  more: Partial<FakeModel> = {},
): FakeModel & { readonly requests: FakeRequest[] } {
  const requests: FakeRequest[] = [];
  return {
    vendor: 'test',
    id: 'one',
    name: 'One',
    maxInputTokens: 4_000,
    requests,
    sendRequest: async (messages, options, token) => {
      const request = { messages, options, token };
      requests.push(request);
      const parts = answer(request);
      if (parts[0] instanceof Error) throw parts[0];
      return { stream: streamOf(parts) };
    },
    ...more,
  };
}

async function* streamOf(parts: readonly unknown[]): AsyncGenerator {
  for (const part of parts) {
    if (part instanceof Error) throw part;
    await new Promise((next) => setImmediate(next));
    yield part;
  }
}
