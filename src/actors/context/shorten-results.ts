import type { LLMMessage } from '../protocol/llm.js';
import { countTokens } from './message-tokens.js';
import { type CutText, LEAST_OF_RESULT, shortenMessage } from './shorten-message.js';

// A shorter result takes hardly more than the note that would replace it. Units: tokens.
const SHORT_RESULT = 400;

/**
 * The conversation with its old results of tools cut, all in one batch. The newest ones, of at most `keptTokens`, stay
 * whole, and so do those that the model has not read yet. Unchanged messages stay the same objects.
 */
export function shortenResults(
  messages: readonly LLMMessage[],
  {
    keptTokens,
    estimateTokens,
    cut,
  }: {
    readonly keptTokens: number;
    readonly estimateTokens: (text: string) => number;
    readonly cut: CutText;
  },
): readonly LLMMessage[] {
  let kept = 0;
  let isUnread = true;
  return messages
    .toReversed()
    .map((message) => {
      isUnread &&= message.role !== 'assistant';
      if (message.role !== 'tool') return message;
      const tokens = countTokens([message], estimateTokens);
      kept += tokens;
      if (isUnread || kept <= keptTokens || tokens <= SHORT_RESULT) return message;
      const short = shortenMessage(message, LEAST_OF_RESULT, cut);
      // The note about a cut may be longer than what was cut.
      return countTokens([short], estimateTokens) < tokens ? short : message;
    })
    .toReversed();
}
