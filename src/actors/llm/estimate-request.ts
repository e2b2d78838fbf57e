import type { LLMMessage, ToolDescription } from '../protocol/llm.js';

// What an image costs at most. Units: tokens.
const IMAGE_TOKENS = 1_600;

/** About how many tokens the messages and the tools of a request have, on the low side. */
export function estimateRequest(
  messages: readonly LLMMessage[],
  tools: readonly ToolDescription[],
  estimateTokens: (text: string) => number,
): number {
  const ofMessage = (message: LLMMessage): number => {
    const images = 'images' in message ? (message.images ?? []).length : 0;
    const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
    return (
      estimateTokens(message.content) +
      images * IMAGE_TOKENS +
      calls.reduce((sum, call) => sum + estimateTokens(call.arguments), 0)
    );
  };
  const ofTools = tools.length === 0 ? 0 : estimateTokens(JSON.stringify(tools));
  return messages.reduce((sum, message) => sum + ofMessage(message), ofTools);
}
