import { describeImage } from '../../../actors/protocol/image-part.js';
import { parseRecord } from '../../../actors/protocol/json/json-shape.js';
import type { LLMMessage } from '../../../actors/protocol/llm.js';

/** A part of a message, as the editor's language models take and give it. */
export type EditorPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'call'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: 'result'; readonly id: string; readonly text: string };

export interface EditorMessage {
  readonly role: 'user' | 'assistant';
  /** Shape: not empty. */
  readonly parts: readonly EditorPart[];
}

/**
 * A conversation as the editor's language models take it. They know no system role, so the system prompt is the first
 * message of the user; images are described in words.
 * Source: https://code.visualstudio.com/api/extension-guides/ai/language-model (system messages are not supported).
 */
export function toEditorMessages(messages: readonly LLMMessage[]): readonly EditorMessage[] {
  const written: { role: EditorMessage['role']; parts: EditorPart[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const parts = toParts(message);
    if (parts.length === 0) continue;
    const last = written.at(-1);
    // The results of calls that were made together belong into one message.
    if (last?.role === role && last.parts[0]?.type === 'result' && message.role === 'tool')
      last.parts.push(...parts);
    else written.push({ role, parts });
  }
  return written;
}

function toParts(message: LLMMessage): EditorPart[] {
  const { content } = message;
  const text: EditorPart[] = content === '' ? [] : [{ type: 'text', text: content }];
  switch (message.role) {
    case 'system':
      return text;
    case 'assistant':
      return [
        ...text,
        ...(message.toolCalls ?? []).map(({ id, name, arguments: written }): EditorPart => ({
          type: 'call',
          id,
          name,
          // What a model wrote may be no object; the result of that call says so.
          input: parseRecord(written) ?? {},
        })),
      ];
    default: {
      const words = [content, ...(message.images ?? []).map((image) => `(${describeImage(image)})`)];
      const whole = words.filter((word) => word !== '').join('\n');
      if (message.role === 'tool') return [{ type: 'result', id: message.toolCallId, text: whole }];
      return whole === '' ? [] : [{ type: 'text', text: whole }];
    }
  }
}
