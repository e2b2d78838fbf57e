import {
  CancellationTokenSource,
  type LanguageModelChat,
  LanguageModelChatMessage,
  LanguageModelError,
  LanguageModelTextPart,
  LanguageModelToolCallPart,
  LanguageModelToolResultPart,
  lm,
} from 'vscode';
import {
  LLMAuthError,
  LLMConnectionError,
  LLMRequestError,
  type TroupeError,
} from '../../../actors/protocol/errors.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import type { LLMProvider, ToolDescription } from '../../../actors/protocol/llm.js';
import { type EditorChatModel, EditorModelAdapter } from './editor-model-adapter.js';
import type { EditorMessage, EditorPart } from './to-editor-messages.js';
import { EDITOR_MODEL_TEXTS } from '../words/command-words.js';

// Shown by the editor where it asks whether Troupe may use a model.
/** The models that other extensions offer through the editor, as `vendor/id`. Source: SPEC M1. */
export const editorModels: LLMProvider = {
  name: 'vscode',
  createAdapter: (config) => new EditorModelAdapter(config, findEditorModel),
  async validateConfig({ model }) {
    const found = await findEditorModel(model);
    return found === undefined ? { ok: false, problem: EDITOR_MODEL_TEXTS.none(model) } : { ok: true };
  },
};

/** All models that the editor offers now. Never rejects: an editor without models has none. */
export async function listEditorModels(): Promise<
  readonly { readonly id: string; readonly name: string; readonly contextWindow: number }[]
> {
  const models = await Promise.resolve(lm.selectChatModels()).catch(() => []);
  return models.map((model) => ({
    id: idOf(model),
    name: model.name,
    contextWindow: model.maxInputTokens,
  }));
}

/** The context window of a model of the editor; `undefined` when it is not there. Units: tokens. */
export async function findEditorModel(id: string): Promise<EditorChatModel | undefined> {
  const slash = id.indexOf('/');
  const [model] = await lm.selectChatModels({ vendor: id.slice(0, slash), id: id.slice(slash + 1) });
  return model === undefined ? undefined : wrap(model);
}

function idOf({ vendor, id }: LanguageModelChat): string {
  return `${vendor}/${id}`;
}

function wrap(model: LanguageModelChat): EditorChatModel {
  return {
    maxInputTokens: model.maxInputTokens,
    send: (messages, tools, signal) => send(model, messages, tools, signal),
    countTokens: (text) => Promise.resolve(model.countTokens(text)),
  };
}

async function* send(
  model: LanguageModelChat,
  messages: readonly EditorMessage[],
  tools: readonly ToolDescription[],
  signal: AbortSignal,
): AsyncGenerator<EditorPart, void, undefined> {
  const source = new CancellationTokenSource();
  const cancel = (): void => {
    source.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const options = {
      justification: EDITOR_MODEL_TEXTS.justification,
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        inputSchema: parameters,
      })),
    };
    const response = await model.sendRequest(messages.map(toChatMessage), options, source.token);
    for await (const part of response.stream) {
      if (part instanceof LanguageModelTextPart) yield { type: 'text', text: part.value };
      else if (part instanceof LanguageModelToolCallPart)
        yield { type: 'call', id: part.callId, name: part.name, input: part.input };
      // Parts of kinds that came later, such as reasoning, are left out.
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : toLLMError(error, model);
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}

function toChatMessage({ role, parts }: EditorMessage): LanguageModelChatMessage {
  if (role === 'assistant')
    return LanguageModelChatMessage.Assistant(
      parts.map((part) =>
        part.type === 'call'
          ? new LanguageModelToolCallPart(part.id, part.name, part.input)
          : new LanguageModelTextPart(part.text),
      ),
    );
  return LanguageModelChatMessage.User(
    parts.map((part) =>
      part.type === 'result'
        ? new LanguageModelToolResultPart(part.id, [new LanguageModelTextPart(part.text)])
        : new LanguageModelTextPart('text' in part ? part.text : ''),
    ),
  );
}

function toLLMError(error: unknown, { name }: LanguageModelChat): TroupeError {
  const said = messageOf(error);
  if (!(error instanceof LanguageModelError))
    return new LLMConnectionError(EDITOR_MODEL_TEXTS.noAnswer(name, said), {}, { cause: error });
  switch (error.code) {
    case LanguageModelError.NoPermissions.name:
      return new LLMAuthError(EDITOR_MODEL_TEXTS.notAllowed(name, said), {});
    case LanguageModelError.Blocked.name:
      return new LLMRequestError(EDITOR_MODEL_TEXTS.blocked(name, said), {});
    case LanguageModelError.NotFound.name:
      return new LLMRequestError(EDITOR_MODEL_TEXTS.gone(name, said), {});
    default:
      return new LLMConnectionError(EDITOR_MODEL_TEXTS.noAnswer(name, said), {}, { cause: error });
  }
}
