import type { AgentEvent } from '../../actors/protocol/agent.js';
import type { EntryId, StepPlace, ThreadEntry } from '../../actors/protocol/thread.js';
import type { ReadLog } from '../../actors/protocol/file-changes.js';
import type { ThreadRecord } from '../../actors/threads/thread-record.js';
import type { EngineParts } from './engine-parts.js';
import type { OpenTurn } from '../../actors/threads/open-turn.js';
import type { Message } from './resolve-attachments.js';
import type { TurnPlan } from './turn.js';

/** How a turn begins. */
export interface Beginning {
  readonly plan: TurnPlan;
  readonly message?: Message;
  /** The entry that the message follows. Default: the newest one. */
  readonly parent?: EntryId;
  readonly resumed?: OpenTurn;
  /** The step of a plan that the turn carries out. Default: none. */
  readonly step?: StepPlace;
  readonly onEvent?: (event: AgentEvent) => void;
  /** Cancels the turn. */
  readonly signal?: AbortSignal | undefined;
}

/** What a thread is made of. */
export interface ThreadOptions<Adopted> {
  readonly parts: EngineParts;
  readonly record: ThreadRecord;
  readonly reads: ReadLog;
  /** Makes a thread of the copied branch that it gets. */
  readonly adopt: (branch: readonly ThreadEntry[], reads: ReadLog) => Adopted;
}
