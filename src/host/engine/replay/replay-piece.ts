import { isDeepStrictEqual } from 'node:util';
import { type ActorRefFrom, createActor } from 'xstate';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { ModelReply } from '../../../actors/protocol/llm.js';
import type { EntryBody, EntryOf, ThreadEntry } from '../../../actors/protocol/thread.js';
import { branchTo } from '../../../actors/threads/branch.js';
import { findOpenTurn, type OpenTurn } from '../../../actors/threads/open-turn.js';
import type { react } from '../../../machines/react.js';
import { removeRepeatWarning } from '../../../machines/repeats.js';
import type { ToolTable } from '../../../machines/tool-info.js';
import { endAtLimit, endWithError } from '../../../machines/turn-end.js';
import { withUsage } from '../../../machines/with-usage.js';
import { composeTurn } from '../compose-turn.js';
import { listCallIds } from '../list-call-ids.js';
import { type ReplayMoment, RecordedEffects, withoutPlace } from './recorded-effects.js';
import { isOfMachine, type RecordedPiece } from './recorded-piece.js';
import type { ReplayStep } from './replay-step.js';

// The way of one call to an entry has at most so many effects that no entry tells of: validating what an earlier program
// has recorded, being judged again, a checkpoint.
const MAX_EFFECTS = 4;

/** A place where the turn may have gone on after its program had ended. */
interface Explanation {
  /** The entry before which it went on, by its index in the piece. */
  readonly start: number;
  /** The steps of the entries that were not explained without it. */
  readonly steps: readonly ReplayStep[];
  /** The index of the next difference, or behind the last entry. */
  readonly end: number;
  /** What the machine made there. */
  readonly other: EntryBody | undefined;
}

/**
 * Runs the machine of a turn again over one piece of its record: each effect ends as the entries say, and what the machine
 * records is compared with them.
 */
export class PieceReplay {
  readonly #thread: readonly ThreadEntry[];
  readonly #piece: RecordedPiece;
  readonly #tools: ToolTable;
  readonly #steps: ReplayStep[] = [];
  readonly #calls = new Map<string, EntryOf<'call'>>();
  #position = 0;
  /** How many entries have a step already. */
  #seen = 0;
  /** What the machine has made instead of the next entry. */
  #other: EntryBody | undefined;
  #effects = new RecordedEffects();
  #actor: ActorRefFrom<typeof react>;

  /** Shape: `thread` has all entries by `seq`. */
  constructor(thread: readonly ThreadEntry[], piece: RecordedPiece, tools: ToolTable) {
    this.#thread = thread;
    this.#piece = piece;
    this.#tools = tools;
    this.#actor = this.#start(undefined);
  }

  /**
   * The steps, one for each entry of the piece, and `resumed` ones beside them: no more of those than it takes to explain the
   * entries. Errors: the reason of `signal`.
   */
  async *run(signal?: AbortSignal): AsyncGenerator<ReplayStep, void> {
    const { entries, isResumed } = this.#piece;
    try {
      if (isResumed) this.#resume(0);
      else this.#actor.start();
      yield* this.#play(signal);
      // The entries up to the last difference have been tried: from none of them did the machine come farther.
      for (let since = 0, at = this.#position; at < entries.length; since = at + 1, at = this.#position) {
        const made = omitUndefined({ made: this.#other });
        const found = await this.#explain(since, at, signal);
        if (found === undefined) {
          yield { type: 'different', entry: entries[at] as ThreadEntry, ...made };
          return;
        }
        yield { type: 'resumed', entry: entries[found.start] as ThreadEntry };
        yield* found.steps;
        this.#position = found.end;
        this.#other = found.other;
      }
    } finally {
      this.#stop();
    }
  }

  /**
   * Lets the machine go on up to the first difference, which `#position` is then, or to the end of the piece.
   * Shape: `known` has the states in which earlier machines awaited replies. It is added to, and a machine that comes to one
   * of them ends there, since it would come no farther than they did. Default: none.
   */
  async *#play(signal: AbortSignal | undefined, known = new Set<string>()): AsyncGenerator<ReplayStep, void> {
    let effects = 0;
    let before = -1;
    for (;;) {
      await everythingSettles();
      signal?.throwIfAborted();
      this.#passOn();
      const state = describeState(this.#actor);
      for (const step of this.#steps.splice(0)) yield step.type === 'same' ? { ...step, state } : step;
      const entry = this.#piece.entries[this.#position];
      if (entry === undefined) return;
      effects = before === this.#position ? effects + 1 : 0;
      before = this.#position;
      if (entry.kind === 'reply' && effects === 0 && this.#other === undefined) {
        const key = describePast(this.#position, this.#actor);
        if (known.has(key)) return;
        known.add(key);
      }
      if (this.#other !== undefined || effects >= MAX_EFFECTS || !this.#bringAbout(entry)) return;
    }
  }

  /**
   * Where the program may have ended, and the turn gone on, if the entry at `at` differs. No entry tells of it, and its first
   * trace may come much later: the limits of the turn and its warnings of repeated calls count from there. So each entry
   * since `since` is tried, the last one first, and that from which the machine comes farthest explains the most.
   */
  async #explain(
    since: number,
    at: number,
    signal: AbortSignal | undefined,
  ): Promise<Explanation | undefined> {
    const known = new Set<string>();
    let found: Explanation | undefined;
    for (let start = at; start >= since && found?.end !== this.#piece.entries.length; start -= 1) {
      if (!this.#resume(start)) continue;
      this.#seen = at;
      const steps: ReplayStep[] = [];
      for await (const step of this.#play(signal, known)) steps.push(step);
      const end = this.#position;
      if (end > (found?.end ?? at)) found = { start, steps, end, other: this.#other };
    }
    return found;
  }

  /** Takes over the entries that no machine of a turn makes. */
  #passOn(): void {
    const { entries, began } = this.#piece;
    for (;;) {
      const entry = entries[this.#position];
      if (entry === undefined || isOfMachine(entry, began.turn)) return;
      this.#see({ type: 'given', entry });
    }
  }

  #bringAbout(entry: ThreadEntry): boolean {
    const { context } = this.#actor.getSnapshot();
    const withoutWarning: ReplayMoment['withoutWarning'] = (callId, result) => {
      const call = context.calls.find((requested) => requested.call.id === callId);
      return call === undefined ? result : removeRepeatWarning(result, call.streak.length);
    };
    const later = this.#piece.entries.slice(this.#position);
    return this.#effects.bringAbout(entry, {
      later,
      calls: this.#calls,
      withoutWarning,
      unrecorded: findUnrecorded(later, context),
      cancel: () => {
        this.#actor.send({ type: 'cancel' });
      },
    });
  }

  #record(made: EntryBody): void {
    if (this.#other !== undefined) return;
    this.#passOn();
    const entry = this.#piece.entries[this.#position];
    // The program ended before it had recorded this.
    if (entry === undefined) return;
    if (!isDeepStrictEqual(asStored(made), asStored(withoutPlace(entry)))) {
      this.#other = made;
      return;
    }
    if (entry.kind === 'call') this.#calls.set(entry.callId, entry);
    this.#see({ type: 'same', entry, state: '' });
  }

  /** Goes on to the next entry. */
  #see(step: ReplayStep): void {
    this.#position += 1;
    if (this.#position <= this.#seen) return;
    this.#seen = this.#position;
    this.#steps.push(step);
  }

  /** Starts the machine anew before an entry, as a program does that finds the turn without an end. Returns whether it can. */
  #resume(position: number): boolean {
    const entry = this.#piece.entries[position];
    if (entry?.parent == null) return false;
    const branch = branchTo(this.#thread, entry.parent);
    const open = findOpenTurn(branch);
    if (open === undefined || open.last !== undefined) return false;
    this.#stop();
    this.#steps.length = 0;
    this.#calls.clear();
    for (const earlier of branch) if (earlier.kind === 'call') this.#calls.set(earlier.callId, earlier);
    this.#other = undefined;
    this.#position = position;
    this.#actor = this.#start(open);
    this.#actor.start();
    return true;
  }

  #stop(): void {
    this.#effects.dispose();
    this.#actor.stop();
  }

  #start(resumed: OpenTurn | undefined): ActorRefFrom<typeof react> {
    const { began, entries } = this.#piece;
    const effects = new RecordedEffects();
    this.#effects = effects;
    const next = entries[this.#position] ?? began;
    const model = resumed === undefined ? undefined : findModel(entries.slice(this.#position));
    const isCurrent = (): boolean => this.#effects === effects;
    const actor = createActor(
      composeTurn(
        effects.services((body) => {
          if (isCurrent()) this.#record(body);
        }),
      ),
      {
        input: {
          mode: began.mode,
          limits: began.limits,
          tools: this.#tools,
          usedCallIds: new Set(this.#thread.filter(({ seq }) => seq < next.seq).flatMap(listCallIds)),
          ...omitUndefined({ openCalls: resumed?.calls, model }),
        },
      },
    );
    actor.subscribe({
      error: (thrown) => {
        if (isCurrent()) this.#record(endWithError(thrown));
      },
    });
    return actor;
  }
}

/** Where a turn and its calls are: `acting: read_file running, edit_file awaitingApproval`. */
function describeState(actor: ActorRefFrom<typeof react>): string {
  const { value, context, children } = actor.getSnapshot();
  const calls = context.calls.flatMap(({ call }, index) => {
    const snapshot = children[`call.${index}`]?.getSnapshot();
    return snapshot !== undefined && 'value' in snapshot ? [`${call.name} ${snapshot.value}`] : [];
  });
  return calls.length === 0 ? value : `${value}: ${calls.join(', ')}`;
}

/** All by which two machines that await the reply at `position` can differ in what they make of it, and of what follows. */
function describePast(position: number, actor: ActorRefFrom<typeof react>): string {
  const { value, context } = actor.getSnapshot();
  const { iteration, tokens, costUsd, cutReplies, model, usedCallIds, calls } = context;
  const streak = calls.at(-1)?.streak;
  return JSON.stringify([
    position,
    value,
    [iteration, tokens, costUsd, cutReplies],
    [model, usedCallIds.size, streak],
  ]);
}

/** The model that answers from here on, where it is not the one with which the turn began. */
function findModel(entries: readonly ThreadEntry[]): string | undefined {
  const first = entries.find(
    (entry) => entry.kind === 'reply' || (entry.kind === 'retry' && entry.model !== undefined),
  );
  return first?.kind === 'reply' ? first.model : undefined;
}

/**
 * What a turn that ended at a limit must have used beside what its entries have: for requests of which the server has
 * reported no usage.
 */
function findUnrecorded(
  later: readonly ThreadEntry[],
  context: {
    readonly tokens: number;
    readonly costUsd: number;
    readonly limits: Parameters<typeof endAtLimit>[1];
  },
): ModelReply['estimated'] {
  const [reply, ...others] = later;
  const next = others.find(({ kind }) => kind === 'reply' || kind === 'turn_ended');
  if (reply?.kind !== 'reply' || next?.kind !== 'turn_ended' || next.outcome !== 'exhausted')
    return undefined;
  const { limits } = context;
  let sum: Parameters<typeof withUsage>[0] = withUsage(context, reply);
  for (const entry of others) if (entry.kind === 'observation') sum = withUsage(sum, entry.result);
  const isAt = (limit: 'tokens' | 'cost'): boolean =>
    next.error?.message === endAtLimit(limit, limits).error?.message;
  const tokens = isAt('tokens') ? Math.max(0, limits.maxTokens - sum.tokens) : 0;
  const costUsd = isAt('cost') ? Math.max(0, (limits.maxCostUsd ?? 0) - sum.costUsd) : 0;
  return tokens + costUsd === 0 ? undefined : { tokens, costUsd };
}

/** The value without what a store leaves out. */
function asStored(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Whatever follows from what has happened has happened: a replay waits for nothing but promises that it settles itself. */
function everythingSettles(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
