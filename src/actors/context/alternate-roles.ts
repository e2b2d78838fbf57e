import type { LLMMessage } from '../protocol/llm.js';

// Some servers refuse two messages of the person in a row. Written for the model.
const READ = '(Read.)';

/** The messages with a short reply between two messages of the person. */
export function alternateRoles(messages: readonly LLMMessage[]): readonly LLMMessage[] {
  return messages.flatMap((message, index): readonly LLMMessage[] =>
    message.role === 'user' && messages[index - 1]?.role === 'user'
      ? [{ role: 'assistant', content: READ }, message]
      : [message],
  );
}
