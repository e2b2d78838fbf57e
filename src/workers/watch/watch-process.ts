import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../actors/runtime/clock.js';
import {
  forkWatchProcess,
  type ForkWatchProcess,
  type WatchProcessEnd,
  type WatchProcessHandle,
} from './fork-watch-process.js';
import type { FromWatchProcess } from './messages.js';
import type { Watcher, WatcherListener, WatcherState } from './watcher.js';

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

// It has nothing to save: what does not end within this time is stuck in the addon.
const CLOSE_TIMEOUT_MS = 500;

export interface WatchProcessOptions {
  /** The built `watch.entry`. */
  readonly entry: URL;
  readonly listener: WatcherListener;
  /** Default: the machine's own time. */
  readonly clock?: Clock;
  /** Default: a real process. */
  readonly fork?: ForkWatchProcess;
}

/**
 * A watcher in a process of its own, for all roots, started with the first one.
 *
 * A process that dies or does not answer is replaced, at most 3 times in a row; one that has announced a change or
 * lived 60 s starts a new row. After that, and at once when the addon cannot be loaded, every root is `degraded`
 * for good. Source: SPEC W11.
 */
export class WatchProcess implements Watcher {
  readonly #entry: URL;
  readonly #listener: WatcherListener;
  readonly #clock: Clock;
  readonly #fork: ForkWatchProcess;
  readonly #roots = new Map<AbsPath, readonly RelPath[]>();
  /** Calls off what is due in the present life, or the next start. */
  readonly #due = new Set<() => void>();
  #process: WatchProcessHandle | undefined;
  #isReady = false;
  #unanswered = 0;
  #restarts = 0;
  #restartsInARow = 0;
  /** Why this life is being ended by us, and what comes after it. */
  #ending: { readonly reason: string; readonly next: 'restart' | 'give up' } | undefined;
  #givenUp: string | undefined;
  #closed: Promise<void> | undefined;
  #onClosed: () => void = () => undefined;

  constructor({ entry, listener, clock = systemClock, fork = forkWatchProcess }: WatchProcessOptions) {
    this.#entry = entry;
    this.#listener = listener;
    this.#clock = clock;
    this.#fork = fork;
  }

  watch(root: AbsPath, ignored: readonly RelPath[]): void {
    if (this.#closed !== undefined) return;
    const isFirst = this.#roots.size === 0;
    this.#roots.set(root, ignored);
    if (this.#givenUp !== undefined) this.#announce(root, this.#degraded(this.#givenUp));
    else if (isFirst) this.#start();
    else if (this.#isReady) this.#process?.send({ type: 'watch', root, ignored });
  }

  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  #end(): Promise<void> {
    this.#callOffAll();
    const running = this.#process;
    if (running === undefined) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onClosed = resolve;
      this.#after(CLOSE_TIMEOUT_MS, () => {
        running.kill('SIGKILL');
      });
      running.kill('SIGTERM');
    });
  }

  #start(): void {
    this.#isReady = false;
    this.#unanswered = 0;
    this.#ending = undefined;
    const current = this.#fork(this.#entry, {
      onMessage: (message) => {
        if (this.#closed === undefined && this.#ending === undefined) this.#receive(current, message);
      },
      onEnd: (end) => {
        this.#lose(end);
      },
    });
    this.#process = current;
    this.#after(START_TIMEOUT_MS, () => {
      if (!this.#isReady)
        this.#stop(`Its process was not ready within ${START_TIMEOUT_MS / 1_000} s.`, 'restart');
    });
  }

  #receive(from: WatchProcessHandle, message: FromWatchProcess): void {
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
        this.#listener.onBatch(message.batch);
        break;
      case 'pong':
        break;
    }
  }

  #pingLater(to: WatchProcessHandle): void {
    this.#after(PING_MS, () => {
      if (this.#unanswered >= MAX_UNANSWERED_PINGS) {
        this.#stop(
          `Its process did not answer for ${(MAX_UNANSWERED_PINGS * PING_MS) / 1_000} s.`,
          'restart',
        );
        return;
      }
      this.#unanswered += 1;
      to.send({ type: 'ping' });
      this.#pingLater(to);
    });
  }

  /** Ends this life; `#lose` goes on when it has ended. */
  #stop(reason: string, next: 'restart' | 'give up'): void {
    this.#ending = { reason, next };
    this.#process?.kill('SIGKILL');
  }

  #lose(end: WatchProcessEnd): void {
    this.#callOffAll();
    this.#process = undefined;
    if (this.#closed !== undefined) {
      this.#onClosed();
      return;
    }
    // A process that ends by itself before it is ready fails to load: the next would fail in the same way.
    const isBroken = !this.#isReady && end.exitCode !== null;
    const { reason, next } = this.#ending ?? {
      reason: describe(end),
      next: isBroken ? 'give up' : 'restart',
    };
    this.#isReady = false;
    if (next === 'give up' || this.#restartsInARow >= MAX_RESTARTS_IN_A_ROW) {
      this.#giveUp(reason);
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

  #giveUp(reason: string): void {
    this.#givenUp = `The file watcher is gone: changes on the disk are seen after a refresh only. ${reason}`;
    this.#announceAll(this.#degraded(this.#givenUp));
  }

  #degraded(reason: string): WatcherState {
    return { status: 'degraded', restarts: this.#restarts, reason };
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

function describe({ exitCode, signal, lastWords }: WatchProcessEnd): string {
  const how = signal ?? (exitCode === null ? 'not started' : `exit code ${exitCode}`);
  // Node frames an error with source lines and a stack; one without a stack of its own it puts in brackets.
  const why = /^\[?(\w*Error\b.*?)\]?$/m.exec(lastWords)?.[1] ?? lastWords.split('\n').at(-1);
  return why ? `Its process ended (${how}): ${why}` : `Its process ended (${how}).`;
}
