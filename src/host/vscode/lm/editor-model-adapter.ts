import { LLMRequestError } from '../../../actors/protocol/errors.js';
import type {
  LLMAdapter,
  LLMConfig,
  LLMMessage,
  LLMOptions,
  ModelCapabilities,
  ModelDelta,
  ToolDescription,
} from '../../../actors/protocol/llm.js';
import { gatherText } from '../../../actors/llm/gather-text.js';
import { estimateTokens } from '../../../actors/llm/tokens.js';
import { type EditorMessage, type EditorPart, toEditorMessages } from './to-editor-messages.js';
import { EDITOR_MODEL_TEXTS } from '../words/command-words.js';

/** A language model that the editor offers to extensions. */
export interface EditorChatModel {
  /** Units: tokens. */
  readonly maxInputTokens: number;
  /** Errors: a `TroupeError`, from the stream as well. */
  send(
    messages: readonly EditorMessage[],
    tools: readonly ToolDescription[],
    signal: AbortSignal,
  ): AsyncIterable<EditorPart>;
  countTokens(text: string): Promise<number>;
}

/** Finds a model by `vendor/id`; `undefined` when the editor has none of that name. */
export type FindEditorModel = (id: string) => Promise<EditorChatModel | undefined>;

/** A connection to a language model of the editor. Temperature and stop sequences are up to the editor. Source: SPEC M1. */
export class EditorModelAdapter implements LLMAdapter {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: ModelCapabilities = { images: false };
  readonly #find: FindEditorModel;
  #contextWindow: number | undefined;

  constructor(config: LLMConfig, find: FindEditorModel) {
    this.provider = config.provider;
    this.model = config.model;
    this.#contextWindow = config.contextWindow;
    this.#find = find;
  }

  /** Known once the model was found. */
  get contextWindow(): number | undefined {
    return this.#contextWindow;
  }

  async *streamComplete(
    messages: readonly LLMMessage[],
    { tools = [], signal = new AbortController().signal }: LLMOptions = {},
  ): AsyncGenerator<ModelDelta, void, undefined> {
    const model = await this.#find(this.model);
    signal.throwIfAborted();
    if (model === undefined) {
      throw new LLMRequestError(EDITOR_MODEL_TEXTS.noneNow(this.model), {});
    }
    this.#contextWindow = model.maxInputTokens;
    const request = new AbortController();
    const both = AbortSignal.any([request.signal, signal]);
    let calls = 0;
    let said = '';
    try {
      for await (const part of model.send(toEditorMessages(messages), tools, both)) {
        if (part.type === 'text') {
          said += part.text;
          yield { type: 'text', text: part.text };
        } else if (part.type === 'call') {
          const written = JSON.stringify(part.input);
          said += written;
          yield { type: 'toolCall', index: calls, id: part.id, name: part.name, arguments: written };
          calls += 1;
        }
      }
      // A cancelled stream ends as if it were complete.
      signal.throwIfAborted();
      yield { type: 'usage', usage: await countUsage(model, messages, said) };
      yield { type: 'finish', reason: calls > 0 ? 'toolCalls' : 'end' };
    } finally {
      request.abort();
    }
  }

  complete(messages: readonly LLMMessage[], options?: LLMOptions): Promise<string> {
    return gatherText(this.streamComplete(messages, options));
  }

  estimateTokens(text: string): number {
    return estimateTokens(text);
  }
}

/** The editor reports no usage, so the texts are counted, by the model's own tokenizer where it has one. */
async function countUsage(model: EditorChatModel, messages: readonly LLMMessage[], said: string) {
  const read = messages
    .flatMap((message) => [
      message.content,
      ...('toolCalls' in message ? (message.toolCalls ?? []).map((call) => call.name + call.arguments) : []),
    ])
    .join('\n');
  const count = (text: string): Promise<number> => model.countTokens(text).catch(() => estimateTokens(text));
  const [inputTokens, outputTokens] = await Promise.all([count(read), count(said)]);
  return { inputTokens, outputTokens };
}
