import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { MediaPart, Message, Part } from '../engine/message';
import { resultText } from '../engine/resultText';
import { wireMessage } from '../engine/wireMessage';
import { withAbort } from './abortable';
import type { ChatProvider, ChatRequest, ChatStreamEvent } from './chatProvider';
import { ProviderError } from './chatProvider';
import { classifyError } from './classifyError';
import { causesOf } from './errorTexts';

/** A language model that another extension brings. */
export interface VscodeModel {
  /** Vendor and id: `copilot/gpt-4o`. */
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  /** Tokens of the input. */
  readonly window: number;
}

/**
 * Models of other extensions, as VS Code gives them. They have no role for instructions, so these become the first user
 * message, and they report no usage: none is told, and what the session counts is marked as counted.
 */
export class VscodeLmProvider implements ChatProvider {
  readonly id = 'vscodeLm';

  async *stream(request: ChatRequest, signal: AbortSignal): AsyncGenerator<ChatStreamEvent> {
    const cancellation = new vscode.CancellationTokenSource();
    const cancel = (): void => {
      cancellation.cancel();
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      signal.throwIfAborted();
      yield* this.#reply(request, cancellation.token, signal);
    } catch (error) {
      if (signal.aborted) throw new ProviderError('cancelled', l10n.t('The request was stopped.'));
      throw error instanceof ProviderError ? error : failureOf(error, request.model);
    } finally {
      signal.removeEventListener('abort', cancel);
      // Whoever stops reading early ends the request with it.
      cancellation.cancel();
      cancellation.dispose();
    }
  }

  async *#reply(
    request: ChatRequest,
    token: vscode.CancellationToken,
    signal: AbortSignal,
  ): AsyncGenerator<ChatStreamEvent> {
    const model = await withAbort(findModel(request.model), signal);
    if (model === undefined) throw noModel(request.model);
    const messages = vscodeMessages(request.messages);
    const response = await withAbort(model.sendRequest(messages, optionsFor(request), token), signal);
    let hasCalls = false;
    const parts = response.stream[Symbol.asyncIterator]();
    for (;;) {
      const next = await withAbort(parts.next(), signal);
      if (next.done === true) break;
      const part: unknown = next.value;
      if (part instanceof vscode.LanguageModelTextPart) {
        if (part.value !== '') yield { type: 'text-delta', text: part.value };
      } else if (part instanceof vscode.LanguageModelToolCallPart) {
        hasCalls = true;
        yield { type: 'tool-call', id: part.callId, name: part.name, arguments: JSON.stringify(part.input) };
      }
      // Other parts are of kinds this version does not know, reasoning among them, and are passed over.
    }
    signal.throwIfAborted();
    yield { type: 'finish', reason: hasCalls ? 'tool-calls' : 'stop' };
  }
}

/** The models that other extensions offer now; nothing is asked of them, so nobody has to consent yet. */
export async function vscodeModels(): Promise<readonly VscodeModel[]> {
  const models = await vscode.lm.selectChatModels();
  return models.map((model) => ({
    id: `${model.vendor}/${model.id}`,
    name: model.name,
    vendor: model.vendor,
    window: model.maxInputTokens,
  }));
}

/** @param id vendor and id; empty for whichever comes first */
async function findModel(id: string): Promise<vscode.LanguageModelChat | undefined> {
  const models = await vscode.lm.selectChatModels();
  return id === '' ? models[0] : models.find((model) => `${model.vendor}/${model.id}` === id);
}

function optionsFor({ tools, maxOutputTokens }: ChatRequest): vscode.LanguageModelChatRequestOptions {
  return {
    // VS Code shows this where it asks whether the model may be used.
    justification: l10n.t('Strata asks the model you chose to answer in its chat.'),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
        }),
    ...(maxOutputTokens === undefined ? {} : { modelOptions: { max_tokens: maxOutputTokens } }),
  };
}

function noModel(id: string): ProviderError {
  const message =
    id === ''
      ? l10n.t(
          'No extension offers a language model now. Sign in to the one that does (such as GitHub Copilot), or choose another model.',
        )
      : l10n.t('No extension offers the model {0} now. Sign in to the one that does, or choose another model.', id);
  return new ProviderError('badRequest', message, { help: 'selectModel' });
}

function failureOf(error: unknown, model: string): ProviderError {
  const text = causesOf(error);
  const cause = new Error(text);
  const code = error instanceof vscode.LanguageModelError ? error.code : '';
  switch (code) {
    case vscode.LanguageModelError.NoPermissions.name:
      return new ProviderError(
        'authentication',
        l10n.t('Strata may not use {0} yet. Try again and allow it when VS Code asks, or choose another model.', model),
        { cause, help: 'retry' },
      );
    case vscode.LanguageModelError.Blocked.name:
      return new ProviderError(
        'rateLimit',
        l10n.t(
          'VS Code blocked the request: the quota of {0} is used up, or its content was refused. Choose another model, or try again later. It says: {1}',
          model,
          text,
        ),
        { cause, lasting: true, help: 'selectModel' },
      );
    case vscode.LanguageModelError.NotFound.name:
      return noModel(model);
    default:
      return classifyError({ text, code }, { model, origin: 'VS Code' });
  }
}

/** Instructions come first, as words of the user; the results of parallel calls stand in one message, as some models want. */
function vscodeMessages(messages: readonly Message[]): vscode.LanguageModelChatMessage[] {
  const result: vscode.LanguageModelChatMessage[] = [];
  let results: UserContent[] = [];
  const flush = (): void => {
    if (results.length > 0) result.push(userMessage(results));
    results = [];
  };
  for (const message of messages.map(wireMessage)) {
    if (message.role === 'tool') {
      results.push(...toolResult(message));
      continue;
    }
    flush();
    const content = message.role === 'assistant' ? assistantContent(message) : userContent(message.parts);
    if (content.length === 0) continue;
    result.push(message.role === 'assistant' ? assistantMessage(content) : userMessage(content));
  }
  flush();
  return result;
}

/** The types of the oldest supported version do not know parts with data. */
type UserContent = vscode.LanguageModelTextPart | vscode.LanguageModelToolResultPart | vscode.LanguageModelToolCallPart;

function userMessage(content: readonly UserContent[]): vscode.LanguageModelChatMessage {
  const message = vscode.LanguageModelChatMessage.User('');
  message.content = [...content];
  return message;
}

function assistantMessage(content: readonly UserContent[]): vscode.LanguageModelChatMessage {
  const message = vscode.LanguageModelChatMessage.Assistant('');
  message.content = [...content];
  return message;
}

function userContent(parts: readonly Part[]): UserContent[] {
  return parts.flatMap((part): UserContent[] => {
    if (part.type === 'media') return [mediaPart(part)];
    const text = resultText({ parts: [part] });
    return text === '' ? [] : [new vscode.LanguageModelTextPart(text)];
  });
}

function assistantContent({ parts }: Message): UserContent[] {
  return parts.flatMap((part): UserContent[] => {
    switch (part.type) {
      case 'text':
        return part.text === '' ? [] : [new vscode.LanguageModelTextPart(part.text)];
      case 'toolCall': {
        // `wireMessage` made sure that the arguments are an object.
        const input = JSON.parse(part.arguments) as object;
        return [new vscode.LanguageModelToolCallPart(part.id, part.name, input)];
      }
      case 'raw':
        return [new vscode.LanguageModelTextPart(resultText({ parts: [part] }))];
      case 'thinking':
      case 'media':
        return [];
    }
  });
}

/** A result is text; what it shows besides stands behind it. */
function toolResult(message: Message): UserContent[] {
  const text = resultText(message);
  const media = message.parts.filter((part) => part.type === 'media');
  const content = [new vscode.LanguageModelTextPart(text === '' && media.length > 0 ? '[see below]' : text)];
  return [new vscode.LanguageModelToolResultPart(message.toolCallId ?? '', content), ...media.map(mediaPart)];
}

interface DataPartConstructor {
  image(data: Uint8Array, mediaType: string): UserContent;
}

function mediaPart(part: MediaPart): UserContent {
  const { kind, mediaType, data, name } = part;
  // Newer than the oldest supported version.
  if (kind === 'image' && data !== '' && 'LanguageModelDataPart' in vscode) {
    return (vscode.LanguageModelDataPart as DataPartConstructor).image(Buffer.from(data, 'base64'), mediaType);
  }
  return new vscode.LanguageModelTextPart(`[${kind} ${name ?? mediaType}]`);
}
