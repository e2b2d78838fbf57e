import { parseJson } from '../protocol/json-depth.js';
import type { ImagePart } from '../protocol/image-part.js';
import type { LLMMessage } from '../protocol/llm.js';

// Limits for a single text, tried in order, so that only huge texts are cut at first. Units: tokens.
const LIMITS = [16_000, 4_000, 1_000, 250];

// What an image costs where the provider scales it down, as most do: OpenAI 765 to 1,105, Anthropic at most 1,600. Units:
// tokens.
const TOKENS_OF_IMAGE = 1_600;

/**
 * Shortens a conversation until it has at most `maxTokens`, or as few as possible, by cutting its longest texts: of
 * texts of similar length first tool results, then what was said and thought and the arguments of calls. If that is not
 * enough, the oldest turns are dropped. The person's last message stays whole. Returns `undefined` when nothing is left
 * to cut.
 *
 * The same messages always give the same result. Each remaining message keeps its role, ids and names, and calls keep
 * their results. `cut` shortens a text to a number of tokens.
 */
export function shortenMessages(
  messages: readonly LLMMessage[],
  {
    maxTokens,
    estimateTokens,
    cut,
  }: {
    readonly maxTokens: number;
    readonly estimateTokens: (text: string) => number;
    readonly cut: (text: string, maxTokens: number) => string;
  },
): readonly LLMMessage[] | undefined {
  const measure = (message: LLMMessage): Measured => ({
    message,
    tokens: countTokens([message], estimateTokens),
  });
  const last = messages.findLastIndex(({ role }) => role === 'user');
  let current = messages.map(measure);
  const isWanted = (): boolean => sumOf(current) <= maxTokens;
  for (const limit of LIMITS) {
    for (const isMeant of [isResult, () => true]) {
      if (isWanted()) break;
      current = current.map((before, index) => {
        if (index === last || before.tokens <= limit || !isMeant(before.message)) return before;
        const after = measure(shortenMessage(before.message, (text) => cut(text, limit)));
        // A cut inserts a note, so cutting a text that is barely too long gains nothing.
        return after.tokens < before.tokens ? after : before;
      });
    }
  }
  // A turn begins with a person's message, so dropping whole turns never separates a call from its result.
  const starts = current.flatMap(({ message }, index) =>
    message.role === 'user' && index > 0 ? [index] : [],
  );
  for (const start of starts) {
    if (isWanted()) break;
    current = current.slice(start - (messages.length - current.length));
  }
  const left = current.map(({ message }) => message);
  return left.length === messages.length && left.every((message, index) => message === messages[index])
    ? undefined
    : left;
}

interface Measured {
  readonly message: LLMMessage;
  readonly tokens: number;
}

function isResult({ role }: LLMMessage): boolean {
  return role === 'tool';
}

function sumOf(measured: readonly Measured[]): number {
  return measured.reduce((sum, { tokens }) => sum + tokens, 0);
}

/** About how many tokens a conversation has. */
export function countTokens(
  messages: readonly LLMMessage[],
  estimateTokens: (text: string) => number,
): number {
  return messages.reduce((sum, message) => {
    if (message.role !== 'assistant')
      return sum + estimateTokens(message.content) + imagesOf(message).length * TOKENS_OF_IMAGE;
    const calls = (message.toolCalls ?? []).reduce((all, call) => all + estimateTokens(call.arguments), 0);
    const state = message.opaque === undefined ? 0 : estimateTokens(JSON.stringify(message.opaque.data));
    return sum + estimateTokens(message.content) + estimateTokens(message.reasoning ?? '') + calls + state;
  }, 0);
}

function imagesOf(message: LLMMessage): readonly ImagePart[] {
  return 'images' in message ? (message.images ?? []) : [];
}

// Written for the model.
function describeTakenOut({ mediaType, size }: ImagePart): string {
  const of = size === undefined ? '' : ` of ${size.width}x${size.height}`;
  return `[... an image${of}, ${mediaType}, was taken out here when the conversation was too long for your window ...]`;
}

/**
 * A copy of the message with each of its texts cut, and without its images and opaque state: a provider refuses a part
 * of that.
 */
function shortenMessage(message: LLMMessage, cut: (text: string) => string): LLMMessage {
  const content = cut(message.content);
  if (message.role === 'system') return { ...message, content };
  if (message.role !== 'assistant') {
    const { images: _takenOut, ...rest } = message;
    return { ...rest, content: [content, ...imagesOf(message).map(describeTakenOut)].join('\n') };
  }
  const { reasoning, toolCalls, opaque: _opaque, ...rest } = message;
  return {
    ...rest,
    content,
    ...(reasoning === undefined ? {} : { reasoning: cut(reasoning) }),
    ...(toolCalls === undefined
      ? {}
      : {
          toolCalls: toolCalls.map((call) => ({ ...call, arguments: shortenArguments(call.arguments, cut) })),
        }),
  };
}

/** The arguments with each text in them cut, so that they remain an object. */
function shortenArguments(text: string, cut: (text: string) => string): string {
  if (cut(text) === text) return text;
  try {
    return JSON.stringify(parseJson(text), (_key, value: unknown) =>
      typeof value === 'string' ? cut(value) : value,
    );
  } catch {
    return cut(text);
  }
}
