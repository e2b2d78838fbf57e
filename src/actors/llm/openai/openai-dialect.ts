/** How one server departs from OpenAI's chat completions, as far as its replies have shown. */
export interface Dialect {
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
   * Which images it takes. Some servers refuse a message of a person behind the result of a tool, so that they get none
   * of tools (Mistral).
   */
  readonly images: 'all' | 'of people' | 'none';
}

export type ReasoningField = 'reasoning_content' | 'reasoning';

/** The dialect to begin with, when only the address of the server is known. */
export function createDialect(isOpenAI: boolean): Dialect {
  return {
    takesStreamOptions: true,
    maxTokensField: isOpenAI ? 'max_completion_tokens' : 'max_tokens',
    reasoningField: isOpenAI ? undefined : 'reasoning_content',
    wantsReasoning: false,
    images: 'all',
  };
}

/**
 * The dialect without the part that the server refused; `undefined` when the refusal names no part that can change.
 * `hasImages` says whether the request had some. Each part changes a few times at most, so repeated refusals come to an
 * end.
 */
export function adaptDialect(
  dialect: Dialect,
  refusal: string,
  { hasImages = false }: { readonly hasImages?: boolean } = {},
): Dialect | undefined {
  if (dialect.takesStreamOptions && /stream_options|include_usage/.test(refusal))
    return { ...dialect, takesStreamOptions: false };
  if (dialect.maxTokensField === 'max_tokens' && refusal.includes('max_completion_tokens'))
    return { ...dialect, maxTokensField: 'max_completion_tokens' };
  if (dialect.images === 'all' && /role\W+user\W+after role\W+tool/i.test(refusal))
    return { ...dialect, images: 'of people' };
  if (dialect.images !== 'none' && hasImages && /image|vision|multi-?modal/i.test(refusal))
    return { ...dialect, images: 'none' };
  if (dialect.reasoningField === undefined || dialect.wantsReasoning) return undefined;
  if (!refusal.includes(dialect.reasoningField)) return undefined;
  return /passed back|missing|required/i.test(refusal)
    ? { ...dialect, wantsReasoning: true }
    : { ...dialect, reasoningField: undefined };
}

/** The dialect of a server that has sent reasoning in `field`. */
export function learnReasoning(dialect: Dialect, field: ReasoningField): Dialect {
  return dialect.wantsReasoning && dialect.reasoningField === field
    ? dialect
    : { ...dialect, reasoningField: field, wantsReasoning: true };
}
