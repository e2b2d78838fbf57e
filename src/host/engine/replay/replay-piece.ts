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
  /** How many entries have a step. */
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

  /** The steps, one for each entry of the piece; `resumed` ones beside them. */
  async *run(): AsyncGenerator<ReplayStep, void> {
    /** The first difference that no interruption explains so far, and where there may have been one. */
    let open: { readonly step: ReplayStep; readonly at: number; readonly starts: number[] } | undefined;
    let start: number | undefined;
    let effects = 0;
    let before = -1;
    if (this.#piece.isResumed) this.#resume(0);
    else this.#actor.start();
    try {
      for (;;) {
        await everythingSettles();
        this.#passOn();
        if (open !== undefined && start !== undefined && this.#position > open.at) {
          yield { type: 'resumed', entry: this.#piece.entries[start] as ThreadEntry };
          open = undefined;
        }
        const state = describeState(this.#actor);
        for (const step of this.#steps.splice(0)) yield step.type === 'same' ? { ...step, state } : step;
        const entry = this.#piece.entries[this.#position];
        if (entry === undefined) return;
        effects = before === this.#position ? effects + 1 : 0;
        before = this.#position;
        if (this.#other === undefined && effects < MAX_EFFECTS && this.#bringAbout(entry)) continue;
        const made = omitUndefined({ made: this.#other });
        open ??= {
          step: { type: 'different', entry, ...made },
          at: this.#position,
          starts: this.#listStarts(),
        };
        do start = open.starts.pop();
        while (start !== undefined && !this.#resume(start));
        if (start === undefined) {
          yield open.step;
          return;
        }
        before = -1;
      }
    } finally {
      this.#stop();
    }
  }

  /**
   * Where the program may have ended, and the turn gone on, if the next entry differs: the last is the first to try. No entry
   * tells of it, and only what belongs to the newest reply, and how many replies there were, can make a difference.
   */
  #listStarts(): number[] {
    const upToNext = this.#piece.entries.slice(0, this.#position + 1);
    const reply = upToNext.findLastIndex(({ kind }) => kind === 'reply');
    return [...upToNext.keys()].filter((index) => index >= reply || upToNext[index]?.kind === 'reply');
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
