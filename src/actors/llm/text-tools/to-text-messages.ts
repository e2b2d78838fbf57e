import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { LLMMessage, ToolCall, ToolDescription } from '../../protocol/llm.js';
import { parseRecord } from '../../protocol/json/json-shape.js';

/**
 * A conversation for a model that cannot call tools: the tools are described at the end of the system message, calls are
 * text of the model, and their results are text of the person. One more message changes nothing of those before it.
 * Shape: no two messages of the role `user` in a row, which templates of such models refuse.
 */
export function toTextMessages(
  messages: readonly LLMMessage[],
  tools: readonly ToolDescription[],
): readonly LLMMessage[] {
  const [first, ...rest] = messages;
  const hasPrompt = first?.role === 'system';
  const prompt = describeTools(tools);
  const written: LLMMessage[] = [
    { role: 'system', content: hasPrompt ? `${first.content}\n\n${prompt}` : prompt },
  ];
  for (const message of hasPrompt ? rest : messages) {
    const next = toTextMessage(message);
    const last = written.at(-1);
    if (last?.role === 'user' && next.role === 'user') written[written.length - 1] = join(last, next);
    else written.push(next);
  }
  return written;
}

type UserMessage = Extract<LLMMessage, { role: 'user' }>;

function join(last: UserMessage, next: UserMessage): UserMessage {
  const images = [...(last.images ?? []), ...(next.images ?? [])];
  return {
    role: 'user',
    content: `${last.content}\n\n${next.content}`,
    ...(images.length === 0 ? {} : { images }),
  };
}

function toTextMessage(message: LLMMessage): LLMMessage {
  if (message.role === 'tool') {
    const { name, content, images } = message;
    return {
      role: 'user',
      content: `<tool_response name="${name}">\n${content}\n</tool_response>`,
      ...omitUndefined({ images }),
    };
  }
  if (message.role !== 'assistant' || message.toolCalls === undefined) return message;
  const { toolCalls, ...said } = message;
  const parts = said.content === '' ? [] : [said.content];
  return { ...said, content: [...parts, ...toolCalls.map(writeCall)].join('\n') };
}

function writeCall({ name, arguments: text }: ToolCall): string {
  return `<tool_call>\n${JSON.stringify({ name, arguments: parseRecord(text) ?? {} })}\n</tool_call>`;
}

function describeTools(tools: readonly ToolDescription[]): string {
  const described = tools.map(({ name, description, parameters }) =>
    JSON.stringify({ name, description, parameters }),
  );
  return [
    '# Tools',
    'You can call these tools. Each is described by one line of JSON:',
    `<tools>\n${described.join('\n')}\n</tools>`,
    'To call a tool, write this, on lines of their own and outside of code blocks, with the name of the tool and its arguments as JSON:',
    '<tool_call>\n{"name": "the_tool", "arguments": {"a_parameter": "a value"}}\n</tool_call>',
    'Write one such block for each call, as many as you need, and then end your message. The results come in <tool_response> blocks. When you need no tool, answer without such a block.',
  ].join('\n\n');
}
