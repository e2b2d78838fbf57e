import type { LLMMessage, LLMOptions, ToolCall } from '../../protocol/llm.js';
import type { JsonSchema } from '../../protocol/tool.js';
import { parseRecord } from '../../protocol/json-shape.js';
import type { Dialect, ReasoningField } from './openai-dialect.js';
import { type ModelOrigin, readDetails } from './openai-opaque.js';

/** The fields of a streamed chat completion that Troupe uses. */
interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  stream: true;
  stream_options?: { include_usage: true };
  tools?: { type: 'function'; function: { name: string; description: string; parameters: JsonSchema } }[];
  temperature?: number;
  max_completion_tokens?: number;
  max_tokens?: number;
  stop?: string[];
}

type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | {
      role: 'assistant';
      content: string | null;
      tool_calls?: ChatToolCall[];
      reasoning_content?: string;
      reasoning?: string;
      reasoning_details?: readonly unknown[];
    }
  | { role: 'tool'; tool_call_id: string; content: string };

interface ChatToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/**
 * Builds the request for a model's next turn. Reasoning is returned only to the provider whose state marks it as its own.
 */
export function buildChatRequest(
  origin: ModelOrigin,
  messages: readonly LLMMessage[],
  options: LLMOptions,
  dialect: Dialect,
): ChatRequest {
  const { tools = [], temperature, maxTokens, stopSequences = [] } = options;
  return {
    model: origin.model,
    messages: messages.map((message) => toChatMessage(message, origin, dialect)),
    stream: true,
    ...(dialect.takesStreamOptions ? { stream_options: { include_usage: true } } : {}),
    // OpenAI refuses an empty list of tools or stop sequences.
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function',
            function: { name, description, parameters },
          })),
        }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { [dialect.maxTokensField]: maxTokens }),
    ...(stopSequences.length === 0 ? {} : { stop: [...stopSequences] }),
  };
}

function toChatMessage(message: LLMMessage, origin: ModelOrigin, dialect: Dialect): ChatMessage {
  switch (message.role) {
    case 'system':
    case 'user':
      return { role: message.role, content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
    default: {
      const { content, toolCalls = [] } = message;
      if (toolCalls.length === 0) return { role: 'assistant', content };
      return {
        role: 'assistant',
        content: content === '' ? null : content,
        tool_calls: toolCalls.map(toChatToolCall),
        ...pickReasoning(message, origin, dialect),
      };
    }
  }
}

function pickReasoning(
  { reasoning, opaque }: Extract<LLMMessage, { role: 'assistant' }>,
  { provider, model }: ModelOrigin,
  { reasoningField, wantsReasoning }: Dialect,
): Pick<Extract<ChatMessage, { role: 'assistant' }>, ReasoningField | 'reasoning_details'> {
  const own = opaque?.provider === provider ? opaque : undefined;
  const details = own === undefined ? undefined : readDetails(own, model);
  if (details !== undefined) return { reasoning_details: details };
  const text = own === undefined ? undefined : reasoning;
  if (reasoningField === undefined || (text === undefined && !wantsReasoning)) return {};
  return { [reasoningField]: text ?? '' };
}

function toChatToolCall({ id, name, arguments: text }: ToolCall): ChatToolCall {
  // Servers parse the arguments of earlier calls, and refuse the whole request if one is invalid. The tool's result
  // has already told the model what was wrong.
  return {
    id,
    type: 'function',
    function: { name, arguments: parseRecord(text) === undefined ? '{}' : text },
  };
}
