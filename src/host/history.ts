import type { LLMMessage } from '../actors/protocol/llm.js';

// The result of a call that its turn did not reach, for the model to read when the conversation continues.
const NOT_RUN = 'This call was interrupted: the turn ended before it ran.';

/** The messages of a conversation, oldest first, without the system prompt. */
export class History {
  #messages: readonly LLMMessage[];

  constructor(messages: readonly LLMMessage[] = []) {
    this.#messages = messages;
  }

  get messages(): readonly LLMMessage[] {
    return this.#messages;
  }

  add(message: LLMMessage): void {
    this.#messages = [...this.#messages, message];
  }

  /** Replaces all messages by a shorter version of the same conversation. */
  replace(messages: readonly LLMMessage[]): void {
    this.#messages = messages;
  }

  /**
   * Gives each tool call without a result one that says that it was interrupted: model APIs refuse a conversation with
   * a missing result.
   */
  closeOpenCalls(): void {
    const last = this.#messages.findLastIndex(({ role }) => role === 'assistant');
    const asked = this.#messages[last];
    if (asked?.role !== 'assistant') return;
    const results = this.#messages.slice(last + 1);
    for (const { id, name } of asked.toolCalls ?? []) {
      const isClosed = results.some((message) => message.role === 'tool' && message.toolCallId === id);
      if (!isClosed) this.add({ role: 'tool', toolCallId: id, name, content: NOT_RUN });
    }
  }

  clear(): void {
    this.#messages = [];
  }
}
