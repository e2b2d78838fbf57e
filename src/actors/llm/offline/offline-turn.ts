import { INSTRUCTIONS_HEADING, stripAttachments } from '../../protocol/attachments.js';
import type { LLMMessage } from '../../protocol/llm.js';
import { parseRecord } from '../../protocol/json/json-shape.js';

/** A tool call of this turn, and its result. */
export interface ToolFinding {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly output: string;
}

/** The state of a turn: what the person wants and the findings so far. */
export interface OfflineTurn {
  readonly request: string;
  readonly findings: readonly ToolFinding[];
}

/** The turn that the last user message began. */
export function readTurn(messages: readonly LLMMessage[]): OfflineTurn {
  // Rules and skills in the middle of a turn are a message of their own.
  const start = messages.findLastIndex(
    ({ role, content }) => role === 'user' && !content.startsWith(INSTRUCTIONS_HEADING),
  );
  const asked = new Map<string, Omit<ToolFinding, 'output'>>();
  const findings: ToolFinding[] = [];
  for (const message of messages.slice(start + 1)) {
    if (message.role === 'assistant') {
      for (const { id, name, arguments: text } of message.toolCalls ?? [])
        asked.set(id, { tool: name, args: parseRecord(text) ?? {} });
    } else if (message.role === 'tool') {
      const call = asked.get(message.toolCallId) ?? { tool: message.name, args: {} };
      findings.push({ ...call, output: message.content });
    }
  }
  return { request: stripAttachments(messages[start]?.content ?? ''), findings };
}

/** The results of one tool in this turn, oldest first. */
export function findingsOf(turn: OfflineTurn, tool: string): readonly ToolFinding[] {
  return turn.findings.filter((finding) => finding.tool === tool);
}
