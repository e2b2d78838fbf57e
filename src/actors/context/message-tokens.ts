import type { ImagePart } from '../protocol/image-part.js';
import type { LLMMessage } from '../protocol/llm.js';

// The role and the separators around a message, as OpenAI counts them. Units: tokens.
const TOKENS_AROUND_MESSAGE = 4;

// The id, the name and the braces of a call; ids of providers have some 30 characters. Units: tokens.
const TOKENS_AROUND_CALL = 16;

// Anthropic's rule. Units: pixels for each token.
const PIXELS_PER_TOKEN = 750;

// Gemini's price for a small image, and about OpenAI's. Units: tokens.
const LEAST_TOKENS_OF_IMAGE = 258;

// What an image costs where the provider scales it down, as most do: OpenAI 765 to 1,105, Anthropic at most 1,600. Units:
// tokens.
const MOST_TOKENS_OF_IMAGE = 1_600;

/** About how many tokens messages have. Images count by their size. */
export function countTokens(
  messages: readonly LLMMessage[],
  estimateTokens: (text: string) => number,
): number {
  return messages.reduce((sum, message) => sum + countMessage(message, estimateTokens), 0);
}

function countMessage(message: LLMMessage, estimateTokens: (text: string) => number): number {
  const text = TOKENS_AROUND_MESSAGE + estimateTokens(message.content);
  if (message.role === 'tool') return text + TOKENS_AROUND_CALL + countImages(message.images);
  if (message.role !== 'assistant')
    return text + countImages('images' in message ? message.images : undefined);
  const calls = (message.toolCalls ?? []).reduce(
    (sum, call) => sum + TOKENS_AROUND_CALL + estimateTokens(call.name) + estimateTokens(call.arguments),
    0,
  );
  const state = message.opaque === undefined ? 0 : estimateTokens(JSON.stringify(message.opaque.data) ?? '');
  return text + estimateTokens(message.reasoning ?? '') + calls + state;
}

function countImages(images: readonly ImagePart[] = []): number {
  return images.reduce((sum, { size }) => {
    if (size === undefined) return sum + MOST_TOKENS_OF_IMAGE;
    const bySize = Math.ceil((size.width * size.height) / PIXELS_PER_TOKEN);
    return sum + Math.min(MOST_TOKENS_OF_IMAGE, Math.max(LEAST_TOKENS_OF_IMAGE, bySize));
  }, 0);
}
