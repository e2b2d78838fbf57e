import type { ModelReply } from '../actors/protocol/llm.js';
import type { ToolResult } from '../actors/protocol/tool.js';

/** What a turn has used so far. */
interface Spent {
  /** Units: tokens, input and output together. */
  readonly tokens: number;
  /** Units: US dollars. */
  readonly costUsd: number;
}

/** The sums of a turn with what another request of it has used: one of the turn's model, or one that a tool has made. */
export function withUsage(
  { tokens, costUsd }: Spent,
  {
    usage,
    costUsd: ofRequest = 0,
    estimated,
  }: Pick<ToolResult, 'usage' | 'costUsd'> & Pick<ModelReply, 'estimated'>,
): Spent {
  const { inputTokens, outputTokens } = usage ?? { inputTokens: 0, outputTokens: 0 };
  return {
    tokens: tokens + inputTokens + outputTokens + (estimated?.tokens ?? 0),
    costUsd: costUsd + ofRequest + (estimated?.costUsd ?? 0),
  };
}
