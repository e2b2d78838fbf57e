/** What a server that speaks OpenAI's chat completions wants to be told, as far as it has shown it. */
export interface Dialect {
  /** Whether it takes `stream_options`; without it there is no usage. */
  readonly takesStreamOptions: boolean;
  /** OpenAI's newer models refuse the old name, most compatible servers know no other. */
  readonly maxTokensField: 'max_completion_tokens' | 'max_tokens';
  /** Where reasoning is handed back with the tool calls that it led to; `undefined` for servers that refuse it. */
  readonly reasoningField: ReasoningField | undefined;
  /** Whether it has sent or demanded reasoning: then it gets some with every tool call, be it empty (DeepSeek). */
  readonly wantsReasoning: boolean;
}

export type ReasoningField = 'reasoning_content' | 'reasoning';

/** How to speak to a server one knows nothing of but whether it is OpenAI's own. */
export function initialDialect(isOpenAI: boolean): Dialect {
  return {
    takesStreamOptions: true,
    maxTokensField: isOpenAI ? 'max_completion_tokens' : 'max_tokens',
    reasoningField: isOpenAI ? undefined : 'reasoning_content',
    wantsReasoning: false,
  };
}

/**
 * The dialect without what a request was refused for; `undefined` when the refusal names nothing that we could do
 * otherwise. Each change can happen once, so asking again with the result ends.
 */
export function adaptDialect(dialect: Dialect, refusal: string): Dialect | undefined {
  if (dialect.takesStreamOptions && /stream_options|include_usage/.test(refusal))
    return { ...dialect, takesStreamOptions: false };
  if (dialect.maxTokensField === 'max_tokens' && refusal.includes('max_completion_tokens'))
    return { ...dialect, maxTokensField: 'max_completion_tokens' };
  if (dialect.reasoningField === undefined || dialect.wantsReasoning) return undefined;
  if (!refusal.includes(dialect.reasoningField)) return undefined;
  return /passed back|missing|required/i.test(refusal)
    ? { ...dialect, wantsReasoning: true }
    : { ...dialect, reasoningField: undefined };
}

/** The dialect of a server that has sent reasoning in this field. */
export function learnReasoning(dialect: Dialect, field: ReasoningField): Dialect {
  return dialect.wantsReasoning && dialect.reasoningField === field
    ? dialect
    : { ...dialect, reasoningField: field, wantsReasoning: true };
}
