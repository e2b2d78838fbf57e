import type { ImagePart } from '../../protocol/image-part.js';
import { parseRecord } from '../../protocol/json/json-shape.js';
import type { LLMMessage, ToolCall } from '../../protocol/llm.js';
import { withImagesInWords } from '../server/images-in-words.js';
import type { ReasoningDialect } from '../server/model-api.js';
import type { ModelOrigin } from '../server/model-origin.js';
import { toPortableId, toPortableName } from '../server/portable-call.js';
import { plainParts, readLayout } from '../server/reply-layout.js';

// Longer ids are refused. Units: characters.
const MAX_ID_LENGTH = 64;

/** A message of a request. Two messages of one role never follow each other. */
export interface MessageParam {
  readonly role: 'user' | 'assistant';
  readonly content: ContentBlock[];
}

/** A part of a message. `cache_control` marks the end of what a cache should hold. */
export interface ContentBlock {
  readonly type: string;
  cache_control?: { readonly type: 'ephemeral' };
  readonly [field: string]: unknown;
}

type AssistantMessage = Extract<LLMMessage, { role: 'assistant' }>;

/**
 * The messages of a conversation in Anthropic's form. The result of more messages begins with the result of fewer, block
 * by block. Thinking is returned only to the model that it came from.
 */
export function toMessageParams(
  messages: readonly LLMMessage[],
  origin: ModelOrigin,
  dialect: ReasoningDialect,
): readonly MessageParam[] {
  const written: MessageParam[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const blocks = toBlocks(message, origin, dialect);
    const last = written.at(-1);
    // The results of tools, and what a person says after them, are one message.
    if (last?.role === role) for (const item of blocks) last.content.push(item);
    else if (blocks.length > 0) written.push({ role, content: [...blocks] });
  }
  return written;
}

function toBlocks(
  message: LLMMessage,
  origin: ModelOrigin,
  dialect: ReasoningDialect,
): readonly ContentBlock[] {
  switch (message.role) {
    case 'assistant':
      return toAssistantBlocks(message, origin, dialect);
    case 'tool': {
      const { toolCallId, content, images = [] } = message;
      const blocks = toContent(content, images, dialect);
      return [
        {
          type: 'tool_result',
          tool_use_id: toPortableId(toolCallId, MAX_ID_LENGTH),
          ...(blocks.length === 0 ? {} : { content: images.length === 0 ? content : blocks }),
        },
      ];
    }
    case 'user':
      return toContent(message.content, message.images ?? [], dialect);
    default:
      // Only the beginning of a request can be of the system.
      return toTextBlocks(message.content);
  }
}

function toAssistantBlocks(
  message: AssistantMessage,
  origin: ModelOrigin,
  { takesReasoning }: ReasoningDialect,
): readonly ContentBlock[] {
  const { content, toolCalls = [] } = message;
  const parts = (takesReasoning ? readLayout(message, origin) : undefined) ?? plainParts(message);
  let start = 0;
  return parts.flatMap(({ item, text, call }): readonly ContentBlock[] => {
    if (text !== undefined) return toTextBlocks(content.slice(start, (start += text)));
    const made = call === undefined ? undefined : toolCalls[call];
    if (made !== undefined) return [toToolUse(made)];
    const isThinking = item?.type === 'thinking' || item?.type === 'redacted_thinking';
    return isThinking ? [{ ...item, type: String(item.type) }] : [];
  });
}

function toToolUse({ id, name, arguments: text }: ToolCall): ContentBlock {
  // The tool's result has already told the model what was wrong with arguments that are no object.
  return {
    type: 'tool_use',
    id: toPortableId(id, MAX_ID_LENGTH),
    name: toPortableName(name),
    input: parseRecord(text) ?? {},
  };
}

/** Anthropic refuses a text that is blank. */
function toTextBlocks(text: string): readonly ContentBlock[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}

function toContent(
  content: string,
  images: readonly ImagePart[],
  { takesImages }: ReasoningDialect,
): readonly ContentBlock[] {
  if (!takesImages && images.length > 0) return toTextBlocks(withImagesInWords(content, images));
  return [
    ...toTextBlocks(content),
    ...images.map(({ mediaType, data }) => ({
      type: 'image',
      source: { type: 'base64', media_type: mediaType, data },
    })),
  ];
}
