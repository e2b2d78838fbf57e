import { randomUUID } from 'node:crypto';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { EntryOf, ErrorRecord, ThreadEntry, ThreadId, TurnId } from '../../../actors/protocol/thread.js';
import type { UnsentMessage, UserMessage, ViewChat, ViewThread } from '../../../actors/protocol/ui.js';
import { titleOf } from '../../../actors/threads/summarize.js';
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

/** A question that waits for the person's answer. */
export interface ChatQuestion {
  readonly asked: EntryOf<'approval_asked'>;
  /** The thread that asks. */
  readonly thread: ThreadId | undefined;
  /** The tool that is called; `undefined` when it is unknown. */
  readonly tool: string | undefined;
}

/** What goes on in a conversation. */
export interface ChatActivity {
  /** Whether a turn runs or a message is on its way. */
  readonly isRunning: boolean;
  /** Those that wait for an answer, the oldest first. */
  readonly questions: readonly ChatQuestion[];
}

/** One conversation of the view, from its first message or its restoration to "New chat". */
export class Chat {
  /** Tells it from all other chats, of other windows too. */
  readonly key = randomUUID();
  /** `undefined` before the first message. */
  id: ThreadId | undefined;
  shown = new ShownThread();
  /** Absent while no engine has the thread. */
  open: OpenThread | undefined;
  outgoing: Outgoing[] = [];
  /** The turn that runs. */
  running: TurnId | undefined;
  /** The questions that wait for an answer, by the ids of their calls. */
  readonly asked = new Map<string, EntryOf<'approval_asked'>>();

  get viewChat(): ViewChat {
    return { key: this.key, ...omitUndefined({ id: this.id }) };
  }

  get unsent(): readonly UnsentMessage[] {
    return this.outgoing.map(({ message, error }) => omitUndefined({ message, error }));
  }

  /** All of it, for a view that starts now. */
  get view(): ViewThread {
    const { branch: entries, live, forks } = this.shown;
    return {
      entries,
      live,
      isRunning: this.running !== undefined,
      unsent: this.unsent,
      ...(forks.length === 0 ? {} : { forks }),
    };
  }

  /** Takes the messages that could not be sent out of the chat, and why. */
  takeFailed(): { readonly messages: readonly UserMessage[]; readonly reason: string } {
    const failed = this.outgoing.filter(({ error }) => error !== undefined);
    this.outgoing = this.outgoing.filter(({ error }) => error === undefined);
    return {
      messages: failed.flatMap(({ message }) => message ?? []),
      reason: failed.findLast(({ message }) => message !== undefined)?.error?.message ?? '',
    };
  }

  /** Whether a message is on its way into the thread. */
  get isSending(): boolean {
    return this.outgoing.some(({ error }) => error === undefined);
  }

  /** Whether steps of a plan are carried out, also between the turns of two. */
  get isCarryingOut(): boolean {
    return this.open?.thread.plan.run !== undefined;
  }

  get activity(): ChatActivity {
    return {
      isRunning: this.running !== undefined || this.isSending || this.isCarryingOut,
      questions: [...this.asked.values()].map((asked) => ({
        asked,
        thread: this.id,
        tool: this.#findTool(asked.callId),
      })),
    };
  }

  /** Whether it needs no engine any more: nothing runs, not even for a message that came late, and none has failed. */
  get isOver(): boolean {
    return !this.activity.isRunning && this.outgoing.length === 0 && this.open?.thread.turn === undefined;
  }

  /** The name that the person gave it, or the beginning of its first message. */
  get title(): string {
    return titleOf(this.shown.entries);
  }

  /** Stops following its thread. */
  leave(): void {
    this.open?.leave();
    this.open = undefined;
    this.running = undefined;
    this.asked.clear();
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
        this.asked.set(entry.callId, entry);
        break;
      case 'approval_answered':
      case 'observation':
        this.asked.delete(entry.callId);
        break;
      default:
    }
  }

  #findTool(callId: string): string | undefined {
    const call = this.shown.branch.findLast((entry) => entry.kind === 'call' && entry.callId === callId);
    return call?.kind === 'call' ? call.tool : undefined;
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
