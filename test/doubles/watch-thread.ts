import type { EntryOf, ThreadEntry } from '../../src/actors/protocol/thread.js';
import type { ThreadEvent } from '../../src/actors/threads/thread-record.js';
import type { Thread } from '../../src/host/engine/thread.js';

/** Answers a question about a call. */
type Answer = (question: EntryOf<'approval_asked'>, thread: Thread) => void;

export interface Watched {
  readonly entries: readonly ThreadEntry[];
  readonly events: readonly ThreadEvent[];
}

/**
 * Reads the events of a thread until it has had so many ends of turns, or its store fails. Default for `answer`: every
 * question is answered with a yes.
 */
export async function watchThread(
  thread: Thread,
  {
    turns = 1,
    answer = ({ callId }) => thread.respondToApproval(callId, 'approve'),
  }: { readonly turns?: number; readonly answer?: Answer } = {},
): Promise<Watched> {
  const entries: ThreadEntry[] = [];
  const events: ThreadEvent[] = [];
  let ended = 0;
  try {
    for await (const event of thread.subscribe()) {
      events.push(event);
      if (event.type !== 'entry') continue;
      entries.push(event.entry);
      if (event.entry.kind === 'approval_asked') answer(event.entry, thread);
      if (event.entry.kind === 'turn_ended') ended += 1;
      if (ended === turns) break;
    }
  } catch {
    // The store has failed: what came before is what there is.
  }
  return { entries, events };
}

/** The kinds of entries, with the ids of calls, as one line. */
export function kindsOf(entries: readonly ThreadEntry[]): string {
  return entries
    .map((entry) => ('callId' in entry ? `${entry.kind}(${entry.callId})` : entry.kind))
    .join(' ');
}
