import type { LLMMessage } from '../protocol/llm.js';

/** Messages that a compaction keeps or leaves out together: one message, or calls with their results. */
export interface MessageGroup {
  readonly messages: readonly LLMMessage[];
  /** Whether every compaction has to keep it: it is pinned, or the newest message of the person. */
  readonly mustStay: boolean;
}

/**
 * A conversation in groups, in order. Shape: well formed, so that results directly follow their calls.
 */
export function groupMessages(
  messages: readonly LLMMessage[],
  pinned: ReadonlySet<LLMMessage>,
): readonly MessageGroup[] {
  const newest = messages.findLast((message) => message.role === 'user' && !pinned.has(message));
  const groups: { messages: LLMMessage[]; mustStay: boolean }[] = [];
  for (const message of messages) {
    const last = groups.at(-1);
    if (message.role === 'tool' && last !== undefined) last.messages.push(message);
    else groups.push({ messages: [message], mustStay: pinned.has(message) || message === newest });
  }
  return groups;
}
