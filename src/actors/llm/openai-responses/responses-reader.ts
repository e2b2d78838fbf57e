import { isTooDeep } from '../../protocol/json/json-depth.js';
import { isRecord, readArray, readString } from '../../protocol/json/json-shape.js';
import type { FinishReason, ModelDelta } from '../../protocol/llm.js';
import { MidStreamError } from '../server/event-stream.js';
import { KEEP_ALIVE, type ReasoningDialect, type ReplyReader } from '../server/model-api.js';
import type { ModelOrigin } from '../server/model-origin.js';
import { type ReplyPart, toLayoutState } from '../server/reply-layout.js';
import { findResponseUsage } from '../openai/responses-usage.js';

// Items without an event for their parts: they are returned whole.
const OPAQUE_ITEMS: ReadonlySet<unknown> = new Set(['reasoning', 'compaction']);

/** An item of the output that has begun. */
interface Item {
  /** What has come of its text, or of its arguments. Units: UTF-16 units. */
  chars: number;
  /** What has come of its reasoning. */
  reasoned: number;
  /** The call's place, if it is one. */
  call?: number;
}

/**
 * Converts the events of one streamed response to deltas. What the pieces of an item have left out is taken from the item
 * as a whole, and a server that cannot stream sends the whole response as one event.
 * Source: https://platform.openai.com/docs/api-reference/responses-streaming
 */
export class ResponseReader implements ReplyReader<ReasoningDialect> {
  readonly #origin: ModelOrigin;
  readonly #explainsCache: boolean;
  readonly #newId: () => string;
  readonly #items = new Map<number, Item>();
  readonly #parts: ReplyPart[] = [];
  #calls = 0;
  #hasRefused = false;
  #isFinished = false;

  /** `newId` makes ids for calls to which the server gives none. */
  constructor(origin: ModelOrigin, { explainsCache }: ReasoningDialect, newId: () => string) {
    this.#origin = origin;
    this.#explainsCache = explainsCache;
    this.#newId = newId;
  }

  read(event: unknown): readonly ModelDelta[] {
    const deltas = isRecord(event) ? this.#readEvent(event) : [];
    return deltas.length === 0 ? KEEP_ALIVE : deltas;
  }

  #readEvent(event: Record<string, unknown>): readonly ModelDelta[] {
    const index = typeof event.output_index === 'number' ? event.output_index : 0;
    switch (event.type) {
      case 'response.output_item.added':
        return this.#begin(index, event.item);
      case 'response.refusal.delta':
        this.#hasRefused = true;
        return this.#addText(index, event.delta);
      case 'response.output_text.delta':
        return this.#addText(index, event.delta);
      case 'response.reasoning_summary_part.added':
        // The parts of a summary are paragraphs.
        return this.#itemAt(index).reasoned > 0 ? [{ type: 'reasoning', text: '\n\n' }] : [];
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        return this.#addReasoning(index, event.delta);
      case 'response.function_call_arguments.delta':
        return this.#addArguments(index, event.delta);
      case 'response.output_item.done':
        return this.#end(index, event.item);
      case 'response.completed':
      case 'response.incomplete':
      case 'response.failed':
        return this.#finish(event.response);
      case 'error':
        throw new MidStreamError(event, new Headers());
      default:
        return event.object === 'response' ? this.#readWhole(event) : [];
    }
  }

  #readWhole(response: Record<string, unknown>): readonly ModelDelta[] {
    return [
      ...readArray(response.output).flatMap((item, index) => [
        ...this.#begin(index, item),
        ...this.#end(index, item),
      ]),
      ...this.#finish(response),
    ];
  }

  #itemAt(index: number): Item {
    const known = this.#items.get(index);
    if (known !== undefined) return known;
    const item: Item = { chars: 0, reasoned: 0 };
    this.#items.set(index, item);
    return item;
  }

  #begin(index: number, raw: unknown): readonly ModelDelta[] {
    if (!isRecord(raw) || raw.type !== 'function_call') return [];
    const item = this.#itemAt(index);
    if (item.call !== undefined) return [];
    item.call = this.#calls++;
    const id = readString(raw.call_id) ?? readString(raw.id) ?? this.#newId();
    return [
      {
        type: 'toolCall',
        index: item.call,
        id,
        name: readString(raw.name) ?? '',
      },
    ];
  }

  #addText(index: number, delta: unknown): readonly ModelDelta[] {
    const text = readString(delta) ?? '';
    this.#itemAt(index).chars += text.length;
    return text === '' ? [] : [{ type: 'text', text }];
  }

  #addReasoning(index: number, delta: unknown): readonly ModelDelta[] {
    const text = readString(delta) ?? '';
    this.#itemAt(index).reasoned += text.length;
    return text === '' ? [] : [{ type: 'reasoning', text }];
  }

  #addArguments(index: number, delta: unknown): readonly ModelDelta[] {
    const item = this.#itemAt(index);
    const text = readString(delta) ?? '';
    if (item.call === undefined || text === '') return [];
    item.chars += text.length;
    return [{ type: 'toolCall', index: item.call, arguments: text }];
  }

  #end(index: number, raw: unknown): readonly ModelDelta[] {
    // Parts of it are stored, and nobody could write what is nested too deep.
    if (!isRecord(raw) || isTooDeep(raw)) return [];
    const item = this.#itemAt(index);
    if (raw.type === 'message') {
      const said = readArray(raw.content).filter(isRecord);
      this.#hasRefused ||= said.some(({ type }) => type === 'refusal');
      const whole = said.map(({ text, refusal }) => readString(text) ?? readString(refusal) ?? '').join('');
      const deltas = item.chars === 0 ? this.#addText(index, whole) : [];
      this.#parts.push({ text: item.chars, item: pick(raw, ['id', 'status', 'phase']) });
      return deltas;
    }
    if (raw.type === 'function_call') {
      const begun = this.#begin(index, raw);
      const deltas = item.chars === 0 ? this.#addArguments(index, raw.arguments) : [];
      this.#parts.push({ call: item.call ?? 0, item: pick(raw, ['id', 'status']) });
      return [...begun, ...deltas];
    }
    if (!OPAQUE_ITEMS.has(raw.type)) return [];
    this.#parts.push({ item: raw });
    if (item.reasoned > 0) return [];
    const texts = [...readArray(raw.summary), ...readArray(raw.content)]
      .map((part) => (isRecord(part) ? (readString(part.text) ?? '') : ''))
      .filter((text) => text !== '');
    return this.#addReasoning(index, texts.join('\n\n'));
  }

  /** Errors: `MidStreamError` for a response that has failed. */
  #finish(raw: unknown): readonly ModelDelta[] {
    if (this.#isFinished) return [];
    const response = isRecord(raw) ? raw : {};
    const { status, error, incomplete_details: details } = response;
    if (status === 'failed' || status === 'cancelled' || isRecord(error))
      throw new MidStreamError(error ?? { message: `The response was ${String(status)}.` }, new Headers());
    this.#isFinished = true;
    const usage = findResponseUsage(response.usage, response.prompt_cache_diagnostics);
    // Only with a response that is complete others can be compared.
    const id = this.#explainsCache && status === 'completed' ? readString(response.id) : undefined;
    const isNeeded = id !== undefined || this.#parts.some(({ item }) => OPAQUE_ITEMS.has(item?.type));
    return [
      ...(usage === undefined ? [] : [{ type: 'usage' as const, usage }]),
      ...(isNeeded ? [{ type: 'opaque' as const, state: toLayoutState(this.#origin, this.#parts, id) }] : []),
      { type: 'finish', reason: this.#toReason(status, details) },
    ];
  }

  #toReason(status: unknown, details: unknown): FinishReason {
    if (this.#hasRefused) return 'filtered';
    if (status === 'incomplete')
      return isRecord(details) && details.reason === 'content_filter' ? 'filtered' : 'length';
    return this.#calls > 0 ? 'toolCalls' : 'end';
  }
}

function pick(item: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(item, name)).map((name) => [name, item[name]]),
  );
}
