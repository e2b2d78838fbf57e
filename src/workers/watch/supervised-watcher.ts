import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../actors/runtime/clock.js';
import type { BackEnd, BackEndEnd, StartBackEnd } from './back-end.js';
import type { FromBackEnd } from './messages.js';
import type { WatchBatch, Watcher, WatcherListener, WatcherState, WatchProblem } from './watcher.js';

// Starting Node and loading the addon takes 50 ms; a machine that is busy with a build may need 100 times that.
const START_TIMEOUT_MS = 10_000;

// Seldom enough to cost nothing.
const PING_MS = 5_000;

// Pings without any sign of life after which it hangs. Counted, not timed: after a sleep of the machine, or of this
// thread, only one ping is late.
const MAX_UNANSWERED_PINGS = 3;

// Source: SPEC W11.
const MAX_RESTARTS_IN_A_ROW = 3;

// A life that lasts this long was not ended by its start.
const PROVEN_MS = 60_000;

// The wait before the first restart in a row; doubled for each further one.
const FIRST_RESTART_MS = 200;

// Until one is tried again that the system had nothing left for: as often as what nobody watches is looked at.
const STARVED_RESTART_MS = 10_000;

// It has nothing to save: what does not end within this time is stuck in the addon or in a call to the system.
const CLOSE_TIMEOUT_MS = 500;

// Not even a kill ends one that waits for a network drive that is gone: it is left to itself then. A thread that is
// only in a loop takes 2 s.
const ABANDON_MS = 5_000;

export interface SupervisedWatcherOptions {
  /** Starts what watches: a process or a thread. */
  readonly start: StartBackEnd;
  readonly listener: WatcherListener;
  /** Default: the machine's own time. */
  readonly clock?: Clock;
}

/**
 * A watcher that is one back end for all roots, in a process or a thread of its own, started with the first root.
 *
 * A back end that dies or does not answer is replaced, at most 3 times in a row; one that has announced a change or
 * lived 60 s starts a new row. After that, and at once when it cannot be loaded, every root is `degraded`: for good, but
 * where there were no files or memory left to start it with, for as long as that lasts.
 * Source: SPEC W11.
 */
export class SupervisedWatcher implements Watcher {
  readonly #startBackEnd: StartBackEnd;
  readonly #listener: WatcherListener;
  readonly #clock: Clock;
  readonly #roots = new Map<AbsPath, readonly RelPath[]>();
  /** Calls off what is due in the present life, or the next start. */
  readonly #due = new Set<() => void>();
  #backEnd: BackEnd | undefined;
  #isReady = false;
  #unanswered = 0;
  #restarts = 0;
  #restartsInARow = 0;
  /** Why this life is being ended by us, and what comes after it. */
  #ending: { readonly reason: string; readonly next: 'restart' | 'give up' } | undefined;
  #givenUp: string | undefined;
  #closed: Promise<void> | undefined;
  #onClosed: () => void = () => undefined;

  constructor({ start, listener, clock = systemClock }: SupervisedWatcherOptions) {
    this.#startBackEnd = start;
    this.#listener = listener;
    this.#clock = clock;
  }

  watch(root: AbsPath, ignored: readonly RelPath[]): void {
    if (this.#closed !== undefined) return;
    const isFirst = this.#roots.size === 0;
    this.#roots.set(root, ignored);
    if (this.#givenUp !== undefined) this.#announce(root, this.#givenUpState(this.#givenUp));
    else if (isFirst) this.#start();
    else if (this.#isReady) this.#backEnd?.send({ type: 'watch', root, ignored });
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  #end(): Promise<void> {
    this.#callOffAll();
    const running = this.#backEnd;
    if (running === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onClosed = resolve;
      this.#after(CLOSE_TIMEOUT_MS, () => {
        this.#kill(running);
      });
      running.end('stop');
    });
  }

  /** `#lose` follows, whether it ends or not. */
  #kill(running: BackEnd): void {
    this.#after(ABANDON_MS, () => {
      this.#lose(running, { reason: 'It could not be ended.', isOwnDoing: false, isStarved: false });
    });
    running.end('kill');
  }

  #start(): void {
    this.#isReady = false;
    this.#unanswered = 0;
    this.#ending = undefined;
    const current = this.#startBackEnd({
      onMessage: (message) => {
        const isHeard = this.#closed === undefined && this.#ending === undefined;
        if (isHeard && this.#backEnd === current) this.#receive(current, message);
      },
      onEnd: (end) => {
        this.#lose(current, end);
      },
    });
    this.#backEnd = current;
    this.#after(START_TIMEOUT_MS, () => {
      if (!this.#isReady) this.#stop(`It was not ready within ${START_TIMEOUT_MS / 1_000} s.`, 'restart');
    });
  }

  #receive(from: BackEnd, message: FromBackEnd): void {
    this.#unanswered = 0;
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        for (const [root, ignored] of this.#roots) from.send({ type: 'watch', root, ignored });
        this.#pingLater(from);
        this.#after(PROVEN_MS, () => {
          this.#restartsInARow = 0;
        });
        break;
      case 'unusable':
        this.#stop(message.reason, 'give up');
        break;
      case 'state':
        this.#announce(
          message.root,
          message.problem === undefined
            ? { status: 'watching', restarts: this.#restarts }
            : this.#degraded(message.problem),
        );
        break;
      case 'batch':
        // A rescan alone proves nothing: every start ends in one.
        if (message.batch.hints.length > 0) this.#restartsInARow = 0;
        void this.#deliver(from, message.batch);
        break;
      case 'pong':
        break;
    }
  }

  async #deliver(from: BackEnd, batch: WatchBatch): Promise<void> {
    await this.#listener.onBatch(batch);
    from.send({ type: 'taken', root: batch.root });
  }

  #pingLater(to: BackEnd): void {
    this.#after(PING_MS, () => {
      if (this.#unanswered >= MAX_UNANSWERED_PINGS) {
        this.#stop(`It did not answer for ${(MAX_UNANSWERED_PINGS * PING_MS) / 1_000} s.`, 'restart');
        return;
      }
      this.#unanswered += 1;
      to.send({ type: 'ping' });
      this.#pingLater(to);
    });
  }

  /** Ends this life; `#lose` goes on when it has ended. */
  #stop(reason: string, next: 'restart' | 'give up'): void {
    this.#callOffAll();
    this.#ending = { reason, next };
    if (this.#backEnd !== undefined) this.#kill(this.#backEnd);
  }

  #lose(lost: BackEnd, end: BackEndEnd): void {
    // It was left to itself before.
    if (this.#backEnd !== lost) return;
    this.#callOffAll();
    this.#backEnd = undefined;
    if (this.#closed !== undefined) {
      this.#onClosed();
      return;
    }
    const isBroken = !this.#isReady && end.isOwnDoing && !end.isStarved;
    const { reason, next } = this.#ending ?? {
      reason: end.reason,
      next: isBroken ? 'give up' : 'restart',
    };
    this.#isReady = false;
    if (next === 'give up' || this.#restartsInARow >= MAX_RESTARTS_IN_A_ROW) {
      this.#giveUp(reason);
      if (next === 'restart' && end.isStarved) this.#startLater();
    } else {
      this.#restart(reason);
    }
  }

  #restart(reason: string): void {
    const waitMs = FIRST_RESTART_MS * 2 ** this.#restartsInARow;
    this.#restartsInARow += 1;
    this.#restarts += 1;
    this.#after(waitMs, () => {
      this.#start();
    });
    this.#announceAll({
      status: 'restarting',
      restarts: this.#restarts,
      reason: `The file watcher was lost and is started again. ${reason}`,
    });
  }

  #startLater(): void {
    this.#after(STARVED_RESTART_MS, () => {
      this.#givenUp = undefined;
      this.#restarts += 1;
      this.#start();
    });
  }

  #giveUp(reason: string): void {
    this.#givenUp = `The file watcher is gone: changes on the disk are seen late. ${reason}`;
    this.#announceAll(this.#givenUpState(this.#givenUp));
  }

  #givenUpState(reason: string): WatcherState {
    return this.#degraded({ reason, unwatched: ['' as RelPath] });
  }

  #degraded(problem: WatchProblem): WatcherState {
    return { status: 'degraded', restarts: this.#restarts, ...problem };
  }

  #announceAll(state: WatcherState): void {
    for (const root of this.#roots.keys()) this.#announce(root, state);
  }

  #announce(root: AbsPath, state: WatcherState): void {
    this.#listener.onState(root, state);
  }

  #after(delayMs: number, callback: () => void): void {
    const callOff = this.#clock.after(delayMs, () => {
      this.#due.delete(callOff);
      callback();
    });
    this.#due.add(callOff);
  }

  #callOffAll(): void {
    for (const callOff of this.#due) callOff();
    this.#due.clear();
  }
}
