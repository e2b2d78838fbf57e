import { fenceText } from '../../../actors/protocol/attachments.js';
import type { LLMMessage, ToolCall } from '../../../actors/protocol/llm.js';

/** A conversation as Markdown: each message with its author, and each tool call with its result. */
export function historyToMarkdown(messages: readonly LLMMessage[]): string {
  const parts = messages.flatMap(toMarkdown);
  return `# Conversation with Troupe\n\n${parts.join('\n\n')}\n`;
}

function toMarkdown(message: LLMMessage): readonly string[] {
  switch (message.role) {
    case 'user':
      return ['## You', message.content];
    case 'assistant': {
      const text = message.content.trim();
      const calls = message.toolCalls ?? [];
      return [...(text === '' ? [] : ['## Troupe', text]), ...calls.map(describeCall)];
    }
    case 'tool':
      return [`Result of \`${message.name}\`:`, fenceText(message.content)];
    case 'system':
      return [];
    default:
      return message satisfies never;
  }
}

function describeCall({ name, arguments: text }: ToolCall): string {
  return `Call of \`${name}\`:\n\n${fenceText(text)}`;
}
