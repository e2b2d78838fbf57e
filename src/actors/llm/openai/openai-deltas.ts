import type { FinishReason, ModelDelta } from '../../protocol/llm.js';
import { isRecord, readArray, readString } from '../../protocol/json/json-shape.js';
import { KEEP_ALIVE, type ReplyReader } from '../server/model-api.js';
import { type ChatDialect, learnReasoning, type ReasoningField } from './openai-dialect.js';
import type { StreamEnd } from '../server/event-stream.js';
import type { ModelOrigin } from '../server/model-origin.js';
import { ReasoningDetails, toOpaque } from './openai-opaque.js';
import { ReasoningSplitter } from './openai-reasoning.js';
import { ToolCallReader } from './openai-tool-calls.js';
import { findUsage } from './openai-usage.js';

// For the person.
const UNMARKED_END =
  'The model server ended its answer without saying that it is complete (no "finish_reason", no "[DONE]"). It was taken for the whole answer: see whether its end is missing.';

/**
 * Converts the chunks of one streamed chat completion to deltas. Accepts what servers make of the format, such as parts
 * that are missing, of another type or sent twice. Never throws.
 */
export class DeltaReader implements ReplyReader<ChatDialect> {
  readonly #origin: ModelOrigin;
  readonly #toolCalls: ToolCallReader;
  readonly #details = new ReasoningDetails();
  readonly #thoughts = new ReasoningSplitter();
  #reasoningField: ReasoningField | undefined;
  readonly #mayLackFinish: boolean;
  #hasReasoned = false;
  #hasText = false;
  #isFinished = false;
  #marksEnd = false;

  /** `newId` makes ids for calls to which the server gives none. */
  constructor(origin: ModelOrigin, { marksEnd }: Pick<ChatDialect, 'marksEnd'>, newId: () => string) {
    this.#origin = origin;
    this.#mayLackFinish = !marksEnd;
    this.#toolCalls = new ToolCallReader(newId);
  }

  read(chunk: unknown): readonly ModelDelta[] {
    const deltas: ModelDelta[] = [];
    if (isRecord(chunk)) {
      const choice = readArray(chunk.choices)[0];
      if (isRecord(choice)) this.#readChoice(choice, deltas);
      this.#hasReasoned ||= deltas.some(({ type }) => type === 'reasoning');
      this.#hasText ||= hasText(deltas);
      const usage = findUsage(chunk, choice);
      if (usage !== undefined) deltas.push({ type: 'usage', usage });
    }
    return deltas.length === 0 ? KEEP_ALIVE : deltas;
  }

  end(how: StreamEnd): readonly ModelDelta[] {
    const deltas: ModelDelta[] = [...this.#thoughts.end()];
    this.#hasText ||= hasText(deltas);
    if (this.#isFinished || !this.#isWhole(how)) return deltas;
    if (how === 'unmarked') deltas.push({ type: 'notice', message: UNMARKED_END });
    this.#finish('', deltas);
    return deltas;
  }

  learn(dialect: ChatDialect): ChatDialect {
    const marksEnd = dialect.marksEnd || this.#marksEnd;
    const learned = dialect.marksEnd === marksEnd ? dialect : { ...dialect, marksEnd };
    return this.#reasoningField === undefined ? learned : learnReasoning(learned, this.#reasoningField);
  }

  /**
   * Whether an answer is whole that has no finish reason: its stream ended with a mark, or without one where the server may
   * never send any; and it has a text, or calls whose arguments are complete.
   */
  #isWhole(how: StreamEnd): boolean {
    if (how === 'cut' || (how === 'unmarked' && !this.#mayLackFinish)) return false;
    return this.#toolCalls.hasCalls ? this.#toolCalls.areComplete : this.#hasText;
  }

  #readChoice(choice: Record<string, unknown>, deltas: ModelDelta[]): void {
    // A server that cannot stream sends its whole message in one chunk.
    const delta = isRecord(choice.delta) ? choice.delta : choice.message;
    if (isRecord(delta)) {
      this.#readReasoning(delta, deltas);
      this.#readContent(delta.content, deltas);
      pushText('text', delta.refusal, deltas);
      for (const item of this.#toolCalls.read(delta.tool_calls)) deltas.push(item);
    }
    const reason = readString(choice.finish_reason);
    if (reason === undefined || reason === '' || this.#isFinished) return;
    for (const item of this.#thoughts.end()) deltas.push(item);
    this.#hasReasoned ||= deltas.some(({ type }) => type === 'reasoning');
    this.#marksEnd = true;
    this.#finish(reason, deltas);
  }

  #finish(reason: string, deltas: ModelDelta[]): void {
    this.#isFinished = true;
    const { hasCalls } = this.#toolCalls;
    // Servers need reasoning back only with the tool calls that it led to.
    if (hasCalls && (this.#hasReasoned || this.#details.all.length > 0))
      deltas.push({ type: 'opaque', state: toOpaque(this.#origin, this.#details.all) });
    deltas.push({ type: 'finish', reason: toFinishReason(reason, hasCalls) });
  }

  // Mistral sends its reasoning models' content as a list of typed parts.
  #readContent(content: unknown, deltas: ModelDelta[]): void {
    if (typeof content === 'string') {
      for (const item of this.#thoughts.read(content)) deltas.push(item);
      return;
    }
    for (const part of readArray(content)) {
      if (!isRecord(part)) continue;
      pushText('text', part.text, deltas);
      for (const thought of readArray(part.thinking))
        if (isRecord(thought)) pushText('reasoning', thought.text, deltas);
    }
  }

  #readReasoning(delta: Record<string, unknown>, deltas: ModelDelta[]): void {
    for (const field of ['reasoning_content', 'reasoning'] as const) {
      if (typeof delta[field] !== 'string') continue;
      // Some servers send both, with the same text: the first one counts.
      this.#reasoningField ??= field;
      if (field === this.#reasoningField) pushText('reasoning', delta[field], deltas);
    }
    const text = this.#details.read(delta.reasoning_details);
    // Most servers send the same text in a field of its own as well.
    if (this.#reasoningField === undefined) pushText('reasoning', text, deltas);
  }
}

function hasText(deltas: readonly ModelDelta[]): boolean {
  return deltas.some((delta) => delta.type === 'text' && delta.text.trim() !== '');
}

function pushText(type: 'text' | 'reasoning', text: unknown, deltas: ModelDelta[]): void {
  if (typeof text === 'string' && text !== '') deltas.push({ type, text });
}

function toFinishReason(reason: string, hasCalls: boolean): FinishReason {
  switch (reason) {
    case 'length':
    case 'max_tokens':
    // Zhipu, for a conversation that fills the window.
    case 'model_context_window_exceeded':
      return 'length';
    case 'content_filter':
      return 'filtered';
    case 'tool_calls':
    case 'function_call':
      return 'toolCalls';
    default:
      // Some servers end a turn with tool calls with "stop", others with a reason of their own.
      return hasCalls ? 'toolCalls' : 'end';
  }
}
