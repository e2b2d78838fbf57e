import type { ThreadId } from '../../../actors/protocol/thread.js';
import type { ChatSessionOptions } from './chat-session-options.js';

/**
 * Writes down which thread a window shows after a reload; `undefined` for none. Never rejects: a chat that will not be
 * found goes on.
 */
export async function rememberChat(
  id: ThreadId | undefined,
  { last, onProblem }: Pick<ChatSessionOptions, 'last' | 'onProblem'>,
): Promise<void> {
  try {
    await last.write(id);
  } catch (error) {
    onProblem('The chat will not be found after a reload', error);
  }
}
