import type { ImagePart } from '../../protocol/image-part.js';
import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { Effort, LLMMessage, LLMOptions, ToolCall } from '../../protocol/llm.js';
import type { JsonSchema } from '../../protocol/json/json-schema.js';
import { parseRecord } from '../../protocol/json/json-shape.js';
import { withImagesInWords } from '../server/images-in-words.js';
import type { ChatDialect, ReasoningField } from './openai-dialect.js';
import type { ModelOrigin } from '../server/model-origin.js';
import { toNineCharacters, toPortableId, toPortableName } from '../server/portable-call.js';
import { readDetails } from './openai-opaque.js';

// OpenAI refuses longer ids. Units: characters.
const MAX_ID_LENGTH = 40;

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
  reasoning_effort?: Effort;
}

type ChatMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | ChatPart[] }
  | {
      role: 'assistant';
      content: string | null;
      tool_calls?: ChatToolCall[];
      reasoning_content?: string;
      reasoning?: string;
      reasoning_details?: readonly unknown[];
    }
  | { role: 'tool'; tool_call_id: string; content: string };

type ChatPart = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };

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
  dialect: ChatDialect,
): ChatRequest {
  const { tools = [], temperature, maxTokens, stopSequences = [] } = options;
  return {
    model: origin.model,
    messages: toChatMessages(messages, origin, dialect),
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
    ...omitUndefined({ temperature }),
    ...(maxTokens === undefined ? {} : { [dialect.maxTokensField]: maxTokens }),
    ...(stopSequences.length === 0 ? {} : { stop: [...stopSequences] }),
    ...omitUndefined({ reasoning_effort: origin.effort }),
  };
}

function toChatMessages(
  messages: readonly LLMMessage[],
  origin: ModelOrigin,
  dialect: ChatDialect,
): ChatMessage[] {
  const written: ChatMessage[] = [];
  // The images of the results before this message.
  let shown: ChatPart[] = [];
  for (const message of messages) {
    const next = toChatMessage(message, origin, dialect);
    if (message.role === 'tool') {
      if (takesToolImages(dialect)) shown.push(...toToolParts(message));
    } else if (shown.length > 0) {
      // Some servers refuse two messages of one role in a row.
      if (next.role === 'user') next.content = [...shown, ...toParts(next.content)];
      else written.push({ role: 'user', content: shown });
      shown = [];
    }
    written.push(next);
  }
  if (shown.length > 0) written.push({ role: 'user', content: shown });
  return written;
}

function takesToolImages(dialect: ChatDialect): boolean {
  return dialect.takesImages && dialect.takesToolImages;
}

function toParts(content: string | ChatPart[]): ChatPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/**
 * The images of a tool's result. Chat completions take text only in a message of role `tool`, so that images follow the
 * results in a message of role `user`.
 * Source: https://platform.openai.com/docs/api-reference/chat/create (tool message: content parts of type text only).
 */
function toToolParts({ name, images = [] }: Extract<LLMMessage, { role: 'tool' }>): ChatPart[] {
  if (images.length === 0) return [];
  return [{ type: 'text', text: `What ${name} returned as images:` }, ...images.map(toImageUrl)];
}

function toImageUrl({ mediaType, data }: ImagePart): ChatPart {
  return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${data}` } };
}

function toChatMessage(message: LLMMessage, origin: ModelOrigin, dialect: ChatDialect): ChatMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user': {
      const { content, images = [] } = message;
      if (images.length === 0) return { role: 'user', content };
      if (!dialect.takesImages) return { role: 'user', content: withImagesInWords(content, images) };
      return { role: 'user', content: [...toParts(content), ...images.map(toImageUrl)] };
    }
    case 'tool': {
      const { toolCallId, content, images = [] } = message;
      const isShown = images.length === 0 || takesToolImages(dialect);
      return {
        role: 'tool',
        tool_call_id: toCallId(toolCallId, dialect),
        content: isShown ? content : withImagesInWords(content, images),
      };
    }
    default: {
      const { content, toolCalls = [] } = message;
      if (toolCalls.length === 0) return { role: 'assistant', content };
      return {
        role: 'assistant',
        content: content === '' ? null : content,
        tool_calls: toolCalls.map((call) => toChatToolCall(call, dialect)),
        ...pickReasoning(message, origin, dialect),
      };
    }
  }
}

function pickReasoning(
  { reasoning, opaque }: Extract<LLMMessage, { role: 'assistant' }>,
  { provider, model }: ModelOrigin,
  { reasoningField, wantsReasoning }: ChatDialect,
): Pick<Extract<ChatMessage, { role: 'assistant' }>, ReasoningField | 'reasoning_details'> {
  const own = opaque?.provider === provider ? opaque : undefined;
  const details = own === undefined ? undefined : readDetails(own, model);
  if (details !== undefined) return { reasoning_details: details };
  const text = own === undefined ? undefined : reasoning;
  if (reasoningField === undefined || (text === undefined && !wantsReasoning)) return {};
  return { [reasoningField]: text ?? '' };
}

function toChatToolCall({ id, name, arguments: text }: ToolCall, dialect: ChatDialect): ChatToolCall {
  // Servers parse the arguments of earlier calls, and refuse the whole request if one is invalid. The tool's result
  // has already told the model what was wrong.
  return {
    id: toCallId(id, dialect),
    type: 'function',
    function: {
      name: toPortableName(name),
      arguments: parseRecord(text) === undefined ? '{}' : text,
    },
  };
}

function toCallId(id: string, { callIds }: ChatDialect): string {
  if (callIds === 'any') return id;
  return callIds === 'nine' ? toNineCharacters(id) : toPortableId(id, MAX_ID_LENGTH);
}
