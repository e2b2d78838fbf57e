import { createHash } from 'node:crypto';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { LLMMessage, LLMOptions } from '../../protocol/llm.js';
import type { JsonSchema } from '../../protocol/json/json-schema.js';
import type { ReasoningDialect, RequestOrigin } from '../server/model-api.js';
import { findReplyId } from '../server/reply-layout.js';
import { type InputItem, toInputItems } from './responses-input.js';

// Enough to tell conversations apart; a key may have 64 characters. Units: hexadecimal digits.
const CACHE_KEY_LENGTH = 32;

/** The fields of a streamed response that Troupe uses. */
interface ResponsesRequest {
  readonly model: string;
  readonly input: readonly InputItem[];
  readonly stream: true;
  readonly store: false;
  readonly include?: readonly string[];
  readonly reasoning?: { readonly effort?: string; readonly summary?: 'auto' };
  readonly tools?: readonly {
    readonly type: 'function';
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonSchema;
    readonly strict: false;
  }[];
  readonly prompt_cache_key?: string;
  readonly prompt_cache_options?: { readonly comparison_response_id: string };
  readonly max_output_tokens?: number;
  readonly temperature?: number;
}

/**
 * Builds the request for a model's next turn, which extends the one before it item by item. The API knows no stop
 * sequences, so that those of the options are left out.
 */
export function buildResponsesRequest(
  origin: RequestOrigin,
  messages: readonly LLMMessage[],
  options: LLMOptions,
  dialect: ReasoningDialect,
): ResponsesRequest {
  const { tools = [], temperature, maxTokens } = options;
  const before = dialect.explainsCache ? findReplyId(messages, origin) : undefined;
  const reasoning = {
    ...omitUndefined({ effort: origin.effort }),
    ...(dialect.reasoning === 'full' ? { summary: 'auto' as const } : {}),
  };
  return {
    model: origin.model,
    input: toInputItems(messages, origin, dialect),
    stream: true,
    store: false,
    // What is not stored at the server has to come along, for the next request.
    ...(dialect.reasoning === 'none' ? {} : { include: ['reasoning.encrypted_content'] }),
    ...(dialect.reasoning === 'none' && origin.effort === undefined ? {} : { reasoning }),
    ...(tools.length === 0
      ? {}
      : {
          // Without a word the API would take each schema for a strict one, and refuse most of them.
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function',
            name,
            description,
            parameters,
            strict: false,
          })),
        }),
    ...(dialect.takesCacheMarks ? { prompt_cache_key: toCacheKey(origin.model, messages) } : {}),
    ...(before === undefined ? {} : { prompt_cache_options: { comparison_response_id: before } }),
    ...omitUndefined({ max_output_tokens: maxTokens, temperature }),
  };
}

/** The same for each request of a conversation: by it the requests reach the machine that has the others in its cache. */
function toCacheKey(model: string, messages: readonly LLMMessage[]): string {
  const first = messages.findIndex(({ role }) => role === 'user');
  const begin = messages.slice(0, first + 1).map(({ role, content }) => [role, content]);
  const digest = createHash('sha256')
    .update(JSON.stringify([model, begin]))
    .digest('hex');
  return `troupe-${digest.slice(0, CACHE_KEY_LENGTH)}`;
}
