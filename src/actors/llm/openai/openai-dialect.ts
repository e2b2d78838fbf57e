import type { BaseDialect } from '../server/model-api.js';

/** How one server departs from OpenAI's chat completions, as far as its replies have shown. */
export interface ChatDialect extends BaseDialect {
  /** Whether it accepts `stream_options`, without which it reports no usage. */
  readonly takesStreamOptions: boolean;
  /** OpenAI's newer models refuse `max_tokens`; most compatible servers know no other name. */
  readonly maxTokensField: 'max_completion_tokens' | 'max_tokens';
  /**
   * The field that returns reasoning to the server along with the tool calls it led to; `undefined` for servers that
   * refuse reasoning.
   */
  readonly reasoningField: ReasoningField | undefined;
  /**
   * Whether it has sent or demanded reasoning. Such a server gets some with every tool call, even if it is empty
   * (DeepSeek).
   */
  readonly wantsReasoning: boolean;
  /**
   * Whether it takes images that a tool has returned. Some servers refuse a message of a person behind the result of a
   * tool, which such images need (Mistral).
   */
  readonly takesToolImages: boolean;
  /** The ids of calls that it takes: its own ones as they are, those of OpenAI's length, or nine letters and digits. */
  readonly callIds: 'any' | 'short' | 'nine';
  /** Whether it is known to say when an answer is complete. Some servers never do. */
  readonly marksEnd: boolean;
}

export type ReasoningField = 'reasoning_content' | 'reasoning';

/** The dialect to begin with, when only the address of the server is known. */
export function createDialect(isOpenAI: boolean): ChatDialect {
  return {
    takesStreamOptions: true,
    maxTokensField: isOpenAI ? 'max_completion_tokens' : 'max_tokens',
    reasoningField: isOpenAI ? undefined : 'reasoning_content',
    wantsReasoning: false,
    takesImages: true,
    takesTools: true,
    takesToolImages: true,
    callIds: isOpenAI ? 'short' : 'any',
    marksEnd: isOpenAI,
  };
}

/**
 * The dialect without the part that the server refused; `undefined` when the refusal names no part that can change.
 * `hasImages` says whether the request had some. Each part changes a few times at most, so repeated refusals come to an
 * end.
 */
export function adaptDialect(
  dialect: ChatDialect,
  refusal: string,
  { hasImages = false }: { readonly hasImages?: boolean } = {},
): ChatDialect | undefined {
  if (dialect.takesStreamOptions && /stream_options|include_usage/.test(refusal))
    return { ...dialect, takesStreamOptions: false };
  if (dialect.maxTokensField === 'max_tokens' && refusal.includes('max_completion_tokens'))
    return { ...dialect, maxTokensField: 'max_completion_tokens' };
  if (dialect.callIds !== 'nine' && /tool.?call.?id.*\b9\b/i.test(refusal))
    return { ...dialect, callIds: 'nine' };
  if (dialect.callIds === 'any' && /tool_call(?:_id|s\W.*\bid\b)/i.test(refusal))
    return { ...dialect, callIds: 'short' };
  if (dialect.takesToolImages && /role\W+user\W+after role\W+tool/i.test(refusal))
    return { ...dialect, takesToolImages: false };
  if (dialect.takesImages && hasImages && /image|vision|multi-?modal/i.test(refusal))
    return { ...dialect, takesImages: false };
  if (dialect.reasoningField === undefined || dialect.wantsReasoning) return undefined;
  if (!refusal.includes(dialect.reasoningField)) return undefined;
  return /passed back|missing|required/i.test(refusal)
    ? { ...dialect, wantsReasoning: true }
    : { ...dialect, reasoningField: undefined };
}

/** The dialect of a server that has sent reasoning in `field`. */
export function learnReasoning(dialect: ChatDialect, field: ReasoningField): ChatDialect {
  return dialect.wantsReasoning && dialect.reasoningField === field
    ? dialect
    : { ...dialect, reasoningField: field, wantsReasoning: true };
}
