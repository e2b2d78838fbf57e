import type { ImagePart } from '../protocol/image-part.js';
import { parseJson } from '../protocol/json/json-depth.js';
import type { LLMMessage } from '../protocol/llm.js';

/** Shortens a text of a message to a number of tokens; the place of the cut says how the whole can be read. */
export type CutText = (text: string, maxTokens: number, message: LLMMessage) => string;

/** A few lines of either end tell a model whether it has to read a result again. Units: tokens. */
export const LEAST_OF_RESULT = 200;

/**
 * A copy of the message with each of its texts cut to `maxTokens`, and without its images and opaque state: a provider
 * refuses a part of that. The role, ids and names stay.
 */
export function shortenMessage(message: LLMMessage, maxTokens: number, cutText: CutText): LLMMessage {
  const cut = (text: string): string => cutText(text, maxTokens, message);
  const content = cut(message.content);
  if (message.role === 'system') return { ...message, content };
  if (message.role !== 'assistant') {
    const { images = [], ...rest } = message;
    return { ...rest, content: [content, ...images.map(describeTakenOut)].join('\n') };
  }
  const { reasoning, toolCalls, opaque: _opaque, ...rest } = message;
  return {
    ...rest,
    content,
    ...(reasoning === undefined ? {} : { reasoning: cut(reasoning) }),
    ...(toolCalls === undefined
      ? {}
      : {
          toolCalls: toolCalls.map((call) => ({ ...call, arguments: shortenArguments(call.arguments, cut) })),
        }),
  };
}

// Written for the model.
function describeTakenOut({ mediaType, size }: ImagePart): string {
  const of = size === undefined ? '' : ` of ${size.width}x${size.height}`;
  return `[... an image${of}, ${mediaType}, was taken out here when the conversation was too long for your window ...]`;
}

/** The arguments with each text in them cut, so that they remain an object. */
function shortenArguments(text: string, cut: (text: string) => string): string {
  if (cut(text) === text) return text;
  try {
    return JSON.stringify(parseJson(text), (_key, value: unknown) =>
      typeof value === 'string' ? cut(value) : value,
    );
  } catch {
    return cut(text);
  }
}
