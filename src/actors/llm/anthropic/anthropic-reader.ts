import { isTooDeep } from '../../protocol/json/json-depth.js';
import { isRecord, readArray, readString } from '../../protocol/json/json-shape.js';
import type { FinishReason, ModelDelta } from '../../protocol/llm.js';
import { KEEP_ALIVE, type ReasoningDialect, type ReplyReader } from '../server/model-api.js';
import type { ModelOrigin } from '../server/model-origin.js';
import { type ReplyPart, toLayoutState } from '../server/reply-layout.js';
import { UsageReader } from './anthropic-usage.js';

/** A content block that has begun. */
type Block =
  | { readonly kind: 'text'; chars: number }
  | { readonly kind: 'thinking'; thinking: string; signature: string }
  | { readonly kind: 'redacted'; readonly data: string }
  | { readonly kind: 'call'; readonly index: number; readonly input: unknown; hasText: boolean };

/**
 * Converts the events of one streamed message to deltas. A server that cannot stream sends the whole message as one event.
 * Source: https://platform.claude.com/docs/en/build-with-claude/streaming
 */
export class AnthropicReader implements ReplyReader<ReasoningDialect> {
  readonly #origin: ModelOrigin;
  readonly #explainsCache: boolean;
  readonly #newId: () => string;
  readonly #usage = new UsageReader();
  /** By the server's own index; the order is that in which they began. */
  readonly #blocks = new Map<number, Block>();
  #calls = 0;
  /** How the server names the message. */
  #id: string | undefined;
  #hasText = false;
  #isFinished = false;

  /** `newId` makes ids for calls to which the server gives none. */
  constructor(origin: ModelOrigin, { explainsCache }: ReasoningDialect, newId: () => string) {
    this.#origin = origin;
    this.#explainsCache = explainsCache;
    this.#newId = newId;
  }

  read(event: unknown): readonly ModelDelta[] {
    const deltas = isRecord(event) ? this.#readEvent(event) : [];
    this.#hasText ||= deltas.some((delta) => delta.type === 'text' && delta.text !== '');
    return deltas.length === 0 ? KEEP_ALIVE : deltas;
  }

  #readEvent(event: Record<string, unknown>): readonly ModelDelta[] {
    const index = typeof event.index === 'number' ? event.index : 0;
    switch (event.type) {
      case 'message_start':
        return isRecord(event.message) ? this.#start(event.message) : [];
      case 'content_block_start':
        return this.#begin(index, event.content_block);
      case 'content_block_delta':
        return this.#extend(this.#blocks.get(index), event.delta);
      case 'content_block_stop':
        return this.#end(this.#blocks.get(index));
      case 'message_delta':
        return [...this.#usage.read(event.usage), ...this.#finish(event.delta)];
      case 'message':
        return [
          ...this.#start(event),
          ...readArray(event.content).flatMap((block, place) => [
            ...this.#begin(place, block),
            ...this.#end(this.#blocks.get(place)),
          ]),
          ...this.#finish(event),
        ];
      default:
        return [];
    }
  }

  #start(message: Record<string, unknown>): readonly ModelDelta[] {
    if (this.#explainsCache) this.#id = readString(message.id);
    return this.#usage.read(message.usage, message.diagnostics);
  }

  #begin(index: number, block: unknown): readonly ModelDelta[] {
    if (!isRecord(block)) return [];
    switch (block.type) {
      case 'text': {
        const text = readString(block.text) ?? '';
        this.#blocks.set(index, { kind: 'text', chars: text.length });
        return toText('text', text);
      }
      case 'thinking': {
        const thinking = readString(block.thinking) ?? '';
        const signature = readString(block.signature) ?? '';
        this.#blocks.set(index, { kind: 'thinking', thinking, signature });
        return toText('reasoning', thinking);
      }
      case 'redacted_thinking':
        this.#blocks.set(index, { kind: 'redacted', data: readString(block.data) ?? '' });
        return [];
      case 'tool_use': {
        const call = this.#calls++;
        this.#blocks.set(index, { kind: 'call', index: call, input: block.input, hasText: false });
        const id = readString(block.id) ?? this.#newId();
        return [
          {
            type: 'toolCall',
            index: call,
            id,
            name: readString(block.name) ?? '',
          },
        ];
      }
      default:
        // Blocks of tools that run at the server: none was offered.
        return [];
    }
  }

  #extend(block: Block | undefined, delta: unknown): readonly ModelDelta[] {
    if (block === undefined || !isRecord(delta)) return [];
    if (block.kind === 'text') {
      const text = readString(delta.text) ?? '';
      block.chars += text.length;
      return toText('text', text);
    }
    if (block.kind === 'thinking') {
      const thinking = readString(delta.thinking) ?? '';
      block.thinking += thinking;
      block.signature += readString(delta.signature) ?? '';
      return toText('reasoning', thinking);
    }
    const text = readString(delta.partial_json) ?? '';
    if (block.kind !== 'call' || text === '') return [];
    block.hasText = true;
    return [{ type: 'toolCall', index: block.index, arguments: text }];
  }

  /** Some servers send the input of a call with its beginning, and not in pieces. */
  #end(block: Block | undefined): readonly ModelDelta[] {
    if (block?.kind !== 'call' || block.hasText || !isRecord(block.input)) return [];
    if (Object.keys(block.input).length === 0 || isTooDeep(block.input)) return [];
    block.hasText = true;
    return [{ type: 'toolCall', index: block.index, arguments: JSON.stringify(block.input) }];
  }

  #finish(delta: unknown): readonly ModelDelta[] {
    const reason = isRecord(delta) ? readString(delta.stop_reason) : undefined;
    if (!isRecord(delta) || reason === undefined || reason === '' || this.#isFinished) return [];
    this.#isFinished = true;
    const parts = [...this.#blocks.values()].map(toPart);
    const isNeeded = this.#id !== undefined || parts.some(({ item }) => item !== undefined);
    // Why the model refuses stands beside an answer that may be empty.
    const details = isRecord(delta.stop_details) ? readString(delta.stop_details.explanation) : undefined;
    return [
      ...(reason === 'refusal' && !this.#hasText ? toText('text', details ?? '') : []),
      ...(isNeeded ? [{ type: 'opaque' as const, state: toLayoutState(this.#origin, parts, this.#id) }] : []),
      { type: 'finish', reason: toFinishReason(reason, this.#calls > 0) },
    ];
  }
}

function toPart(block: Block): ReplyPart {
  switch (block.kind) {
    case 'text':
      return { text: block.chars };
    case 'call':
      return { call: block.index };
    case 'redacted':
      return { item: { type: 'redacted_thinking', data: block.data } };
    default:
      return { item: { type: 'thinking', thinking: block.thinking, signature: block.signature } };
  }
}

function toText(type: 'text' | 'reasoning', text: string): readonly ModelDelta[] {
  return text === '' ? [] : [{ type, text }];
}

function toFinishReason(reason: string, hasCalls: boolean): FinishReason {
  switch (reason) {
    case 'max_tokens':
    case 'model_context_window_exceeded':
    // The server has paused a turn of its own that was long: what came is not the whole of it.
    case 'pause_turn':
      return 'length';
    case 'refusal':
      return 'filtered';
    default:
      return hasCalls ? 'toolCalls' : 'end';
  }
}
