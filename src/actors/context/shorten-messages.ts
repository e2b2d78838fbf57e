import { parseJson } from '../protocol/json-depth.js';
import type { LLMMessage } from '../protocol/llm.js';

// What a text may keep, tried one after the other: first only those go that are huge. Units: tokens.
const LIMITS = [16_000, 4_000, 1_000, 250];

/**
 * The conversation with its longest texts cut until it makes no more than `maxTokens`, or as few as it can: of texts of a
 * size results of tools go first, and then what was said and thought and the arguments of calls. Where that is not enough
 * the oldest turns go. What the person said last stays whole. `undefined` when there is nothing left to cut.
 *
 * The same messages always give the same result. Each that is left has its role, its ids and its names, and calls have
 * their results. `cut` gives a text of no more than some tokens for a longer one.
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
        // A cut puts a note in: of a text that is hardly too long nothing is gained.
        return after.tokens < before.tokens ? after : before;
      });
    }
  }
  // A turn begins with what the person says, so no call is parted from its results.
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

/** About how many tokens a conversation makes. */
export function countTokens(
  messages: readonly LLMMessage[],
  estimateTokens: (text: string) => number,
): number {
  return messages.reduce((sum, message) => {
    if (message.role !== 'assistant') return sum + estimateTokens(message.content);
    const calls = (message.toolCalls ?? []).reduce((all, call) => all + estimateTokens(call.arguments), 0);
    return sum + estimateTokens(message.content) + estimateTokens(message.reasoning ?? '') + calls;
  }, 0);
}

/** A message with each of its texts cut. */
function shortenMessage(message: LLMMessage, cut: (text: string) => string): LLMMessage {
  const content = cut(message.content);
  if (message.role !== 'assistant') return { ...message, content };
  const { reasoning, toolCalls } = message;
  return {
    ...message,
    content,
    ...(reasoning === undefined ? {} : { reasoning: cut(reasoning) }),
    ...(toolCalls === undefined
      ? {}
      : {
          toolCalls: toolCalls.map((call) => ({ ...call, arguments: shortenArguments(call.arguments, cut) })),
        }),
  };
}

/** The arguments with each text in them cut, so that they are still an object. */
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
