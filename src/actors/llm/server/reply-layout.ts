import { isRecord, readString } from '../../protocol/json/json-shape.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { LLMMessage, OpaqueState } from '../../protocol/llm.js';
import type { ModelOrigin } from './model-origin.js';

/**
 * One part of a reply in the order in which the model made them. What the thread holds anyway is not kept twice: `text` is
 * the next so many UTF-16 units of its text, and `call` the place of one of its calls. `item`: what the provider expects
 * back beside it, or all of the part, when it is neither.
 */
export interface ReplyPart {
  readonly item?: Readonly<Record<string, unknown>>;
  readonly text?: number;
  readonly call?: number;
}

/**
 * The opaque state of a reply, which only the same model of the same provider can read. `id`: how its server names it,
 * where later requests are compared with it.
 */
export function toLayoutState(
  { provider, model }: ModelOrigin,
  parts: readonly ReplyPart[],
  id?: string,
): OpaqueState {
  return { provider, data: { model, parts, ...omitUndefined({ id }) } };
}

/** The id of the newest reply of this model that has one. */
export function findReplyId(
  messages: readonly LLMMessage[],
  { provider, model }: ModelOrigin,
): string | undefined {
  for (const message of messages.toReversed()) {
    const opaque = message.role === 'assistant' ? message.opaque : undefined;
    if (opaque?.provider !== provider || !isRecord(opaque.data) || opaque.data.model !== model) continue;
    const id = readString(opaque.data.id);
    if (id !== undefined) return id;
  }
  return undefined;
}

/**
 * The parts of a reply to return to a model; `undefined` when the state is not that of this model. When the message is not
 * the reply any more to which the state belongs, the parts that are the provider's own come first, and then the message.
 */
export function readLayout(
  message: Extract<LLMMessage, { role: 'assistant' }>,
  { provider, model }: ModelOrigin,
): readonly ReplyPart[] | undefined {
  const { opaque, content, toolCalls = [] } = message;
  if (opaque?.provider !== provider || !isRecord(opaque.data)) return undefined;
  const { model: ofModel, parts } = opaque.data;
  if (ofModel !== model || !Array.isArray(parts)) return undefined;
  const known = parts.filter(isPart);
  const chars = known.reduce((sum, { text = 0 }) => sum + text, 0);
  const calls = known.flatMap(({ call }) => call ?? []);
  const isSame = chars === content.length && calls.join() === toolCalls.map((_, index) => index).join();
  if (isSame) return known;
  return [
    ...known.filter(({ text, call }) => text === undefined && call === undefined),
    ...plainParts(message),
  ];
}

/** The parts of a message of which nothing else is known. */
export function plainParts({
  content,
  toolCalls = [],
}: Extract<LLMMessage, { role: 'assistant' }>): readonly ReplyPart[] {
  return [
    ...(content === '' ? [] : [{ text: content.length }]),
    ...toolCalls.map((_, index) => ({ call: index })),
  ];
}

// The state comes from a file that others may have written.
function isPart(value: unknown): value is ReplyPart {
  if (!isRecord(value)) return false;
  const { item, text, call } = value;
  return (
    (item === undefined || isRecord(item)) &&
    (text === undefined || (Number.isSafeInteger(text) && Number(text) >= 0)) &&
    (call === undefined || Number.isSafeInteger(call)) &&
    (item !== undefined || text !== undefined || call !== undefined)
  );
}
