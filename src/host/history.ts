import type { LLMMessage } from '../actors/protocol/llm.js';

// What the model reads of a call that its turn did not get to, when the conversation goes on.
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

  /** Puts other messages in the place of all there are: the same conversation in fewer words. */
  replace(messages: readonly LLMMessage[]): void {
    this.#messages = messages;
  }

  /** Gives every tool call that has no result one that says so: model APIs refuse a conversation where one lacks. */
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
