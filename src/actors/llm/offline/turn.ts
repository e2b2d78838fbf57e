import { withoutAttachments } from '../../protocol/attachments.js';
import type { LLMMessage } from '../../protocol/llm.js';
import { parseRecord } from '../../protocol/json-shape.js';

/** What a tool was asked in this turn, and what it said. */
export interface Finding {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly output: string;
}

/** Where a turn stands: what the person wants and what has been found out so far. */
export interface Turn {
  readonly request: string;
  /** How often tools were called already. */
  readonly rounds: number;
  readonly findings: readonly Finding[];
}

/** The turn that the last user message began. */
export function readTurn(messages: readonly LLMMessage[]): Turn {
  const start = messages.findLastIndex(({ role }) => role === 'user');
  const asked = new Map<string, Omit<Finding, 'output'>>();
  const findings: Finding[] = [];
  let rounds = 0;
  for (const message of messages.slice(start + 1)) {
    if (message.role === 'assistant' && message.toolCalls !== undefined && message.toolCalls.length > 0) {
      rounds++;
      for (const { id, name, arguments: text } of message.toolCalls)
        asked.set(id, { tool: name, args: parseRecord(text) ?? {} });
    } else if (message.role === 'tool') {
      const call = asked.get(message.toolCallId) ?? { tool: message.name, args: {} };
      findings.push({ ...call, output: message.content });
    }
  }
  return { request: withoutAttachments(messages[start]?.content ?? ''), rounds, findings };
}

/** What one tool has said in this turn, oldest first. */
export function findingsOf(turn: Turn, tool: string): readonly Finding[] {
  return turn.findings.filter((finding) => finding.tool === tool);
}
