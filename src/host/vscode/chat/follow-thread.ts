import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { ThreadEntry } from '../../../actors/protocol/thread.js';
import type { ThreadEvent } from '../../../actors/threads/thread-record.js';
import type { Thread } from '../../engine/thread.js';
import type { Chat, ChatEngine } from './chat.js';

interface ThreadFollower {
  /** Called once the chat has the entries that it did not have. */
  readonly onPast: () => void;
  readonly onEvent: (event: ThreadEvent) => void;
  /** Called when the thread's store has failed. */
  readonly onFailure: (error: unknown) => void;
}

/** Takes the entries that the chat does not have, and everything that follows, until the chat leaves the thread. */
export function followThread(
  chat: Chat,
  engine: ChatEngine,
  thread: Thread,
  { onPast, onEvent, onFailure }: ThreadFollower,
): void {
  const { last } = chat.shown;
  const events = thread.subscribe(omitUndefined({ after: last }));
  const open = { engine, thread, leave: () => void events.return?.() };
  chat.open = open;
  const past: ThreadEntry[] = [];
  let isPast = true;
  const follow = async (): Promise<void> => {
    for await (const event of events) {
      if (chat.open !== open) return;
      if (!isPast) onEvent(event);
      else if (event.type === 'entry') past.push(event.entry);
      else {
        isPast = false;
        for (const entry of past) chat.shown.add(entry);
        onEvent(event);
        if (past.length > 0) onPast();
      }
    }
  };
  follow().catch((error: unknown) => {
    if (chat.open === open) onFailure(error);
  });
}
