import { anthropicWords } from '../../../../src/actors/llm/anthropic/anthropic-words.js';
import { openaiWords } from '../../../../src/actors/llm/openai/openai-words.js';
import { responsesWords } from '../../../../src/actors/llm/openai-responses/responses-words.js';
import type { LLMMessage, ToolDescription } from '../../../../src/actors/protocol/llm.js';

type Json = Record<string, unknown>;

/** A request of an API, as far as a cache compares it. */
export type CachedRequest = Json & {
  readonly system?: readonly Json[];
  readonly tools?: readonly Json[];
  readonly messages?: readonly { readonly role: string; readonly content: readonly Json[] }[];
  readonly input?: readonly Json[];
};

/**
 * What a cache compares: everything in the order in which the model reads it, without the marks that tell a cache where
 * to look.
 */
export function listCachedParts({
  tools = [],
  system = [],
  messages = [],
  input = [],
}: CachedRequest): readonly string[] {
  const blocks = messages.flatMap(({ role, content, ...rest }): readonly Json[] =>
    Array.isArray(content) ? content.map((block) => ({ role, ...block })) : [{ role, content, ...rest }],
  );
  return [...tools, ...system, ...blocks, ...input].map((part: Json) => {
    const { cache_control: _, ...rest } = part;
    return JSON.stringify(rest);
  });
}

/** The parts of a request to each of the three APIs. */
export function listPartsByApi(
  messages: readonly LLMMessage[],
  tools: readonly ToolDescription[],
  provider: string,
): Readonly<Record<string, readonly string[]>> {
  const config = { provider, model: 'm' };
  const build = (request: object): readonly string[] =>
    listCachedParts(JSON.parse(JSON.stringify(request)) as CachedRequest);
  return {
    openai: build(
      openaiWords.buildRequest(config, messages, { tools }, openaiWords.createDialect(config, false)),
    ),
    'openai-responses': build(
      responsesWords.buildRequest(config, messages, { tools }, responsesWords.createDialect(config, true)),
    ),
    anthropic: build(
      anthropicWords.buildRequest(config, messages, { tools }, anthropicWords.createDialect(config, true)),
    ),
  };
}
