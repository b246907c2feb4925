import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { callsOf, eventually, repliesOf, strata, updateSettings } from './support';

/** What the tests need of the provider of language models, which is newer than the types of the oldest supported version. */
interface LanguageModelRegistry {
  registerLanguageModelChatProvider?(vendor: string, provider: object): vscode.Disposable;
}

interface ReceivedMessage {
  readonly role: vscode.LanguageModelChatMessageRole;
  readonly content: readonly unknown[];
}

interface Progress {
  report(part: unknown): void;
}

type Answer = (
  messages: readonly ReceivedMessage[],
  progress: Progress,
  token: vscode.CancellationToken,
) => Promise<void>;

const vendor = 'strata-test';
const facts = {
  id: 'scripted',
  name: 'Scripted',
  family: 'scripted',
  version: '1',
  maxInputTokens: 24_000,
  maxOutputTokens: 2_000,
  capabilities: { toolCalling: true },
};

/** A whole conversation over `vscode.lm`, with a model that a test registers in the same window. */
export function languageModelTests(): void {
  describe('a language model of another extension', () => {
    let registration: vscode.Disposable | null = null;
    let answer: Answer = async () => undefined;
    const received: (readonly ReceivedMessage[])[] = [];

    before(async function () {
      const registry = vscode.lm as LanguageModelRegistry;
      if (registry.registerLanguageModelChatProvider === undefined) {
        this.skip();
      }
      registration = registry.registerLanguageModelChatProvider(vendor, {
        provideLanguageModelChatInformation: () => [facts],
        provideLanguageModelChatResponse: (
          _model: unknown,
          messages: readonly ReceivedMessage[],
          _options: unknown,
          progress: Progress,
          token: vscode.CancellationToken,
        ) => {
          received.push(messages);
          return answer(messages, progress, token);
        },
        provideTokenCount: () => 1,
      });
      await eventually('the registered model', async () => {
        const models = await vscode.lm.selectChatModels({ vendor });
        return models.length > 0 ? models : null;
      });
      await updateSettings({ provider: 'vscodeLm', 'vscodeLm.model': `${vendor}/scripted` });
      await (await strata()).chat.newSession();
    });

    after(async () => {
      registration?.dispose();
      await updateSettings({ provider: undefined, 'vscodeLm.model': undefined });
    });

    it('answers over tools, with instructions as the first words of the user', async () => {
      answer = async (_messages, progress) => {
        progress.report(
          received.length === 1
            ? new vscode.LanguageModelToolCallPart('call_1', 'glob', { pattern: '*' })
            : new vscode.LanguageModelTextPart('I have seen the files.'),
        );
      };
      const { chat } = await strata();
      await chat.send({ text: 'List the files.' });
      const { items, gauge, modelId } = await chat.snapshot();
      assert.deepEqual(repliesOf(items), ['I have seen the files.']);
      assert.deepEqual(
        callsOf(items).map(({ status }) => status),
        ['done'],
      );
      assert.equal(gauge.window, facts.maxInputTokens);
      assert.equal(modelId, `vscodeLm:${vendor}/scripted`);
      const [first, second] = received;
      const { User, Assistant } = vscode.LanguageModelChatMessageRole;
      assert.deepEqual(
        first?.map(({ role }) => role),
        [User, User],
      );
      assert.deepEqual(
        second?.map(({ role }) => role),
        [User, User, Assistant, User],
      );
    });

    it('is stopped with the token', async () => {
      let cancelled = false;
      answer = (_messages, progress, token) => {
        progress.report(new vscode.LanguageModelTextPart('I begin'));
        return new Promise((resolve) => {
          token.onCancellationRequested(() => {
            cancelled = true;
            resolve();
          });
        });
      };
      const { chat } = await strata();
      const turn = chat.send({ text: 'Take your time.' });
      await eventually('the first words', async () =>
        repliesOf((await chat.snapshot()).items).includes('I begin') ? true : null,
      );
      await chat.stop();
      await turn;
      assert.equal((await chat.snapshot()).busy, false);
      await eventually('the cancelled token', async () => (cancelled ? true : null));
    });

    it('fails in words that say what to do, and with the button for it', async () => {
      answer = async () => {
        throw vscode.LanguageModelError.Blocked('Your quota is used up.');
      };
      const { chat } = await strata();
      await chat.send({ text: 'Once more.' });
      const failure = (await chat.snapshot()).items.at(-1);
      assert.ok(failure?.kind === 'error');
      assert.equal(failure.action?.command, 'selectModel');
    });
  });
}
