import type { EntryOf, ErrorRecord, ThreadEntry, ThreadId, TurnId } from '../../../actors/protocol/thread.js';
import type { UnsentMessage, UserMessage } from '../../../actors/protocol/ui.js';
import type { AgentEngine } from '../../engine/agent-engine.js';
import type { Thread } from '../../engine/thread.js';
import { ShownThread } from './shown-thread.js';

/** The part of an engine that a chat uses. */
export type ChatEngine = Pick<AgentEngine, 'createThread' | 'openThread' | 'closeThread'>;

/** A thread of an engine that a chat follows. */
export interface OpenThread {
  readonly engine: ChatEngine;
  readonly thread: Thread;
  /** Stops following. */
  readonly leave: () => void;
}

/** A message on its way into the thread, or the reason why it is not in it. */
export interface Outgoing {
  readonly message?: UserMessage;
  readonly cancel: AbortController;
  error?: ErrorRecord;
}

/** One conversation of the view, from its first message or its restoration to "New chat". */
export class Chat {
  /** `undefined` before the first message. */
  id: ThreadId | undefined;
  shown = new ShownThread();
  /** Absent while no engine has the thread. */
  open: OpenThread | undefined;
  outgoing: Outgoing[] = [];
  /** The turn that runs. */
  running: TurnId | undefined;
  /** The calls that wait for approval. */
  readonly asked = new Set<string>();

  get unsent(): readonly UnsentMessage[] {
    return this.outgoing.map(({ message, error }) => ({
      ...(message === undefined ? {} : { message }),
      ...(error === undefined ? {} : { error }),
    }));
  }

  /** The questions that wait for an answer, the oldest first. */
  get questions(): readonly EntryOf<'approval_asked'>[] {
    return [...this.asked].flatMap((callId) => {
      const asked = this.shown.branch.findLast(
        (entry) => entry.kind === 'approval_asked' && entry.callId === callId,
      );
      return asked?.kind === 'approval_asked' ? [asked] : [];
    });
  }

  /** Whether a message is on its way into the thread. */
  get isSending(): boolean {
    return this.outgoing.some(({ error }) => error === undefined);
  }

  /** Follows the turns and the questions of an entry that an engine has just recorded. */
  note(entry: ThreadEntry): void {
    switch (entry.kind) {
      case 'user_message':
        this.outgoing = withoutFirst(this.outgoing);
        this.running = entry.turn;
        break;
      case 'turn_began':
        this.running = entry.turn;
        break;
      case 'turn_ended':
        this.running = undefined;
        this.asked.clear();
        break;
      case 'approval_asked':
        this.asked.add(entry.callId);
        break;
      case 'approval_answered':
      case 'observation':
        this.asked.delete(entry.callId);
        break;
      default:
    }
  }

  /** What a log says of the turn that has ended. */
  describeTurn(ended: EntryOf<'turn_ended'>): string {
    const began = this.shown.branch.findLast(({ kind }) => kind === 'turn_began');
    if (began?.kind !== 'turn_began') return '';
    const { outcome, error } = ended;
    const how = error === undefined ? outcome : `${error.name}: ${error.message}`;
    return `Turn (${began.mode}, ${began.model}): ${how}, ${ended.at - began.at} ms.`;
  }
}

/** Messages reach the thread in the order in which they were sent. */
function withoutFirst(outgoing: readonly Outgoing[]): Outgoing[] {
  const first = outgoing.findIndex(({ error }) => error === undefined);
  return outgoing.filter((_, index) => index !== first);
}
