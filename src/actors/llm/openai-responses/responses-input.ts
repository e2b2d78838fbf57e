import type { ImagePart } from '../../protocol/image-part.js';
import { isRecord, parseRecord } from '../../protocol/json/json-shape.js';
import type { LLMMessage } from '../../protocol/llm.js';
import { withImagesInWords } from '../server/images-in-words.js';
import type { ReasoningDialect } from '../server/model-api.js';
import type { ModelOrigin } from '../server/model-origin.js';
import { toPortableId, toPortableName } from '../server/portable-call.js';
import { plainParts, readLayout, type ReplyPart } from '../server/reply-layout.js';

// Longer ids are refused. Units: characters.
const MAX_ID_LENGTH = 64;

/** An item of a request's input. */
export type InputItem = Readonly<Record<string, unknown>>;

type AssistantMessage = Extract<LLMMessage, { role: 'assistant' }>;

/**
 * The items of a conversation. The result of more messages begins with the result of fewer. Reasoning is returned only to
 * the model that it came from.
 */
export function toInputItems(
  messages: readonly LLMMessage[],
  origin: ModelOrigin,
  dialect: ReasoningDialect,
): readonly InputItem[] {
  return messages.flatMap((message): readonly InputItem[] => {
    switch (message.role) {
      case 'assistant':
        return toReplyItems(message, origin, dialect);
      case 'tool':
        return [
          {
            type: 'function_call_output',
            call_id: toPortableId(message.toolCallId, MAX_ID_LENGTH),
            output: toContent(message.content, message.images ?? [], dialect),
          },
        ];
      case 'user':
        return [{ role: 'user', content: toContent(message.content, message.images ?? [], dialect) }];
      default:
        return [{ role: 'system', content: message.content }];
    }
  });
}

function toContent(
  content: string,
  images: readonly ImagePart[],
  { takesImages }: ReasoningDialect,
): string | readonly InputItem[] {
  if (images.length === 0) return content;
  if (!takesImages) return withImagesInWords(content, images);
  return [
    ...(content === '' ? [] : [{ type: 'input_text', text: content }]),
    ...images.map(({ mediaType, data }) => ({
      type: 'input_image',
      image_url: `data:${mediaType};base64,${data}`,
      detail: 'auto',
    })),
  ];
}

function toReplyItems(
  message: AssistantMessage,
  origin: ModelOrigin,
  { takesReasoning }: ReasoningDialect,
): readonly InputItem[] {
  const { content, toolCalls = [] } = message;
  const layout = takesReasoning ? readLayout(message, origin) : undefined;
  const parts = layout === undefined ? plainParts(message) : withoutLoneReasoning(layout);
  let start = 0;
  return parts.flatMap(({ item, text, call }): readonly InputItem[] => {
    if (text !== undefined) {
      const said = content.slice(start, (start += text));
      if (said === '') return [];
      if (item === undefined) return [{ role: 'assistant', content: said }];
      return [
        {
          type: 'message',
          role: 'assistant',
          ...item,
          content: [{ type: 'output_text', text: said, annotations: [] }],
        },
      ];
    }
    if (call === undefined) return item === undefined ? [] : [item];
    const made = toolCalls[call];
    if (made === undefined) return [];
    const { id, name, arguments: given } = made;
    // The tool's result has already told the model what was wrong with arguments that are no object.
    const args = parseRecord(given) === undefined ? '{}' : given;
    const call_id = toPortableId(id, MAX_ID_LENGTH);
    return [{ type: 'function_call', ...item, call_id, name: toPortableName(name), arguments: args }];
  });
}

/** The API refuses reasoning that nothing follows. */
function withoutLoneReasoning(parts: readonly ReplyPart[]): readonly ReplyPart[] {
  const last = parts.findLastIndex(({ text, call }) => (text ?? 0) > 0 || call !== undefined);
  return parts.filter(({ item }, index) => index <= last || (isRecord(item) && item.type !== 'reasoning'));
}
