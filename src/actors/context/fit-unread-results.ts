import type { LLMMessage } from '../protocol/llm.js';
import { countTokens } from './message-tokens.js';
import { type CutText, LEAST_OF_RESULT, shortenMessage } from './shorten-message.js';

/**
 * The conversation with the results that the model has not read yet cut, where they have more than `maxTokens` together:
 * the longest ones, to the same length. Otherwise they stay whole. Unchanged messages stay the same objects.
 */
export function fitUnreadResults(
  messages: readonly LLMMessage[],
  {
    maxTokens,
    estimateTokens,
    cut,
  }: {
    readonly maxTokens: number;
    readonly estimateTokens: (text: string) => number;
    readonly cut: CutText;
  },
): readonly LLMMessage[] {
  const called = messages.findLastIndex(({ role }) => role === 'assistant');
  const unread = messages.slice(called + 1).filter(({ role }) => role === 'tool');
  const sizes = new Map(unread.map((message) => [message, countTokens([message], estimateTokens)]));
  const most = Math.max(LEAST_OF_RESULT, fairShare([...sizes.values()], maxTokens));
  return messages.map((message) => {
    const tokens = sizes.get(message) ?? 0;
    if (tokens <= most) return message;
    const short = shortenMessage(message, most, cut);
    // The note about a cut may be longer than what was cut.
    return countTokens([short], estimateTokens) < tokens ? short : message;
  });
}

/** The most that each may have so that all of them have at most `total`; `Infinity` where they have no more than that. */
function fairShare(sizes: readonly number[], total: number): number {
  let left = total;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [index, size] of ascending.entries()) {
    const share = left / (ascending.length - index);
    if (size > share) return Math.floor(share);
    left -= size;
  }
  return Infinity;
}
