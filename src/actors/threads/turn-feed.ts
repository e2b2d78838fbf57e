import type { AgentEvent } from '../protocol/agent.js';
import type { BodyOf, ThreadEntry, TurnId } from '../protocol/thread.js';
import type { ThreadEvent } from './thread-record.js';
import { TurnEvents } from './to-events.js';

/** Translates the events of a thread to the `AgentEvent`s of one of its turns, one by one. */
export class TurnFeed {
  readonly #turn: TurnId;
  readonly #events = new TurnEvents();
  #hasBegun = false;

  constructor(turn: TurnId) {
    this.#turn = turn;
  }

  /** Takes the entries of a turn that was interrupted and is continued: their events have been told. */
  resume(entries: readonly ThreadEntry[]): void {
    this.#hasBegun = true;
    for (const entry of entries) this.#events.ofEntry(entry);
  }

  /** The events of an end that the store does not have. */
  lose(ended: BodyOf<'turn_ended'>): readonly AgentEvent[] {
    return this.#events.ofEntry(ended);
  }

  /** The events of the turn that follow from an event of its thread; none for events of other turns. */
  take(event: ThreadEvent): readonly AgentEvent[] {
    if (event.type === 'live') return this.#hasBegun ? [this.#events.ofLive(event.event)] : [];
    if (event.type !== 'entry' || event.entry.turn !== this.#turn) return [];
    if (this.#hasBegun) return this.#events.ofEntry(event.entry);
    // The message that begins the turn comes before it.
    this.#hasBegun = event.entry.kind === 'turn_began';
    return [];
  }
}
