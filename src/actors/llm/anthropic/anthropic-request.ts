import type { Effort, LLMMessage, LLMOptions } from '../../protocol/llm.js';
import type { JsonSchema } from '../../protocol/json/json-schema.js';
import type { ReasoningDialect, RequestOrigin } from '../server/model-api.js';
import { estimateRequest } from '../estimate-request.js';
import { findReplyId } from '../server/reply-layout.js';
import { estimateTokens } from '../tokens.js';
import { type ContentBlock, type MessageParam, toMessageParams } from './anthropic-messages.js';

// The API needs a limit, and a model that is not known takes at least this one since Claude 4; a smaller limit is named in
// the refusal. Units: tokens.
const DEFAULT_MAX_TOKENS = 32_000;

// Even in a full window there is this much to ask for: the server counts better than we do. Units: tokens.
const MIN_MAX_TOKENS = 1_024;

// What a model may think at an effort that it does not know by name. Units: tokens.
const BUDGETS: Readonly<Record<Exclude<Effort, 'none'>, number>> = {
  minimal: 1_024,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 24_576,
  max: 30_720,
};

// The smallest budget that the API accepts. Units: tokens.
const MIN_BUDGET = 1_024;

const CACHE_MARK = { type: 'ephemeral' } as const;

/** The fields of a streamed message that Troupe uses. */
interface MessagesRequest {
  readonly model: string;
  readonly max_tokens: number;
  readonly stream: true;
  readonly system?: readonly ContentBlock[];
  readonly tools?: readonly ToolParam[];
  readonly messages: readonly MessageParam[];
  readonly thinking?: object;
  readonly output_config?: { readonly effort: string };
  readonly temperature?: number;
  readonly stop_sequences?: readonly string[];
  readonly diagnostics?: { readonly previous_message_id: string | null };
}

interface ToolParam {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonSchema;
  readonly cache_control?: typeof CACHE_MARK;
}

/**
 * Builds the request for a model's next turn. It extends the one before it block by block, and at most four marks show a
 * cache where to look: behind the tools, behind the system prompt, behind what the request before ended with, and at the
 * end. The third is needed because the API looks for what it has cached in the twenty blocks before a mark only.
 * Source: https://platform.claude.com/docs/en/build-with-claude/prompt-caching
 */
export function buildMessagesRequest(
  origin: RequestOrigin,
  messages: readonly LLMMessage[],
  options: LLMOptions,
  dialect: ReasoningDialect,
): MessagesRequest {
  const { tools = [], temperature, stopSequences = [] } = options;
  const begin = messages.findIndex(({ role }) => role !== 'system');
  const first = begin === -1 ? messages.length : begin;
  const system = messages
    .slice(0, first)
    .filter(({ content }) => content.trim() !== '')
    .map(({ content }): ContentBlock => ({ type: 'text', text: content }));
  const written = toMessageParams(messages.slice(first), origin, dialect);
  if (dialect.takesCacheMarks) markNewest(system.at(-1), written);
  const maxTokens = pickMaxTokens(origin, messages, options, dialect);
  const thinking = toThinking(origin.effort, maxTokens, dialect);
  return {
    model: origin.model,
    max_tokens: maxTokens,
    stream: true,
    ...(system.length === 0 ? {} : { system }),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }, index) => ({
            name,
            description,
            input_schema: parameters,
            ...(dialect.takesCacheMarks && index === tools.length - 1 ? { cache_control: CACHE_MARK } : {}),
          })),
        }),
    messages: written,
    ...thinking,
    // A model that thinks takes no temperature.
    ...(temperature === undefined || 'thinking' in thinking ? {} : { temperature }),
    ...(stopSequences.length === 0 ? {} : { stop_sequences: stopSequences }),
    // A first request has nothing to be compared with, and later ones are compared with it.
    ...(dialect.explainsCache
      ? { diagnostics: { previous_message_id: findReplyId(messages, origin) ?? null } }
      : {}),
  };
}

/** Marks the end of the system prompt, of the request before, and of this one. */
function markNewest(system: ContentBlock | undefined, messages: readonly MessageParam[]): void {
  if (system !== undefined) system.cache_control = CACHE_MARK;
  const asked = messages.filter(({ role }) => role === 'user').slice(-2);
  for (const { content } of asked) {
    const last = content.at(-1);
    if (last !== undefined) last.cache_control = CACHE_MARK;
  }
}

/** The request and its answer must fit into the window together. */
function pickMaxTokens(
  { contextWindow = Infinity, maxOutputTokens }: RequestOrigin,
  messages: readonly LLMMessage[],
  { maxTokens, tools = [] }: LLMOptions,
  dialect: ReasoningDialect,
): number {
  const limit = Math.min(
    maxTokens ?? Infinity,
    dialect.maxOutputTokens ?? maxOutputTokens ?? DEFAULT_MAX_TOKENS,
  );
  if (!Number.isFinite(contextWindow)) return limit;
  const used = estimateRequest(messages, tools, estimateTokens);
  return Math.min(limit, Math.max(MIN_MAX_TOKENS, Math.floor(contextWindow - used)));
}

/** How the effort is said: by name to the models since Claude 4.6, and as a budget to those before. */
function toThinking(
  effort: Effort | undefined,
  maxTokens: number,
  { reasoning }: ReasoningDialect,
): Pick<MessagesRequest, 'thinking' | 'output_config'> {
  if (effort === undefined || reasoning === 'none') return {};
  if (effort === 'none') return { thinking: { type: 'disabled' } };
  if (reasoning === 'full')
    return {
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: effort === 'minimal' ? 'low' : effort },
    };
  // The budget is a part of the answer, of which something must be left.
  const budget = Math.min(BUDGETS[effort], Math.floor(maxTokens / 2));
  return budget < MIN_BUDGET ? {} : { thinking: { type: 'enabled', budget_tokens: budget } };
}
