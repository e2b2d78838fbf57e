import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../actors/runtime/clock.js';
import type { RestartRules } from '../../actors/runtime/restart-budget.js';
import {
  type Instance,
  type InstanceCallbacks,
  type SupervisionState,
  Supervisor,
} from '../../actors/runtime/supervisor.js';
import type { BackEnd, StartBackEnd } from './back-end/back-end.js';
import type { FromBackEnd } from './back-end/messages.js';
import type { WatchBatch, Watcher, WatcherListener, WatcherState } from './back-end/watcher.js';

// Starting Node and loading the addon takes 50 ms; a machine that is busy with a build may need 100 times that.
const START_TIMEOUT_MS = 10_000;

// A back end that lives this long was started successfully.
const HEALTHY_AFTER_MS = 60_000;

// Restarts count as "in a row" until the back end is healthy, however long that takes. Source: SPEC W11.
const RULES: RestartRules = { maxRestarts: 3, windowMs: Infinity, isClearedByHealth: true };

interface SupervisedWatcherOptions {
  /** Starts a back end: a process or a thread. */
  readonly start: StartBackEnd;
  readonly listener: WatcherListener;
  /** Default: the system clock. */
  readonly clock?: Clock;
}

/**
 * A watcher with one back end for all roots, in a process or a thread of its own, started with the first root.
 * A back end that dies or hangs is replaced, at most 3 times in a row; one that has reported a change or lived 60 s
 * ends the row. After that, and at once when the back end cannot be loaded, every root is `degraded`: permanently,
 * except after a shortage of files or memory, when it is retried.
 * Source: SPEC W11.
 */
export class SupervisedWatcher implements Watcher {
  readonly #startBackEnd: StartBackEnd;
  readonly #listener: WatcherListener;
  readonly #supervisor: Supervisor;
  readonly #roots = new Map<AbsPath, readonly RelPath[]>();
  #backEnd: BackEnd | undefined;
  /** Why no root is watched, after the last restart has failed. */
  #failure = '';
  #isClosed = false;

  constructor({ start, listener, clock = systemClock }: SupervisedWatcherOptions) {
    this.#startBackEnd = start;
    this.#listener = listener;
    this.#supervisor = new Supervisor({
      start: (report) => this.#start(report),
      rules: RULES,
      readyTimeoutMs: START_TIMEOUT_MS,
      healthyAfterMs: HEALTHY_AFTER_MS,
      onState: (state, { reason }) => {
        this.#reportState(state, reason);
      },
      onOver: () => {
        this.#backEnd = undefined;
      },
      clock,
    });
  }

  watch(root: AbsPath, ignored: readonly RelPath[]): void {
    if (this.#isClosed) return;
    const isFirst = this.#roots.size === 0;
    this.#roots.set(root, ignored);
    if (isFirst) this.#supervisor.start();
    else if (this.#supervisor.state === 'failed') this.#listener.onState(root, this.#failedState());
    else this.#backEnd?.send({ type: 'watch', root, ignored });
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#supervisor.close();
  }

  #start(report: InstanceCallbacks): Instance {
    let isReady = false;
    const backEnd = this.#startBackEnd({
      onMessage: (message) => {
        report.alive();
        switch (message.type) {
          case 'ready':
            isReady = true;
            if (report.ready()) this.#sendRoots(backEnd);
            break;
          case 'unusable':
            report.unusable(message.reason);
            break;
          case 'pong':
            break;
          default:
            if (this.#backEnd === backEnd) this.#receive(backEnd, message);
        }
      },
      onEnd: ({ reason, isOwnFault, isResourceShortage }) => {
        const isBroken = !isReady && isOwnFault;
        report.ended({
          reason,
          retry: isResourceShortage ? 'evenAfterGivingUp' : isBroken ? 'never' : 'withinLimits',
        });
      },
    });
    return {
      ping: () => {
        backEnd.send({ type: 'ping' });
      },
      end: (how) => {
        backEnd.end(how);
      },
    };
  }

  #sendRoots(backEnd: BackEnd): void {
    this.#backEnd = backEnd;
    for (const [root, ignored] of this.#roots) backEnd.send({ type: 'watch', root, ignored });
  }

  #receive(from: BackEnd, message: Extract<FromBackEnd, { type: 'state' | 'batch' }>): void {
    if (message.type === 'batch') {
      // A rescan alone proves nothing, because every start causes one.
      if (message.batch.hints.length > 0) this.#supervisor.markHealthy();
      void this.#deliver(from, message.batch);
      return;
    }
    const { root, problem } = message;
    const { restarts } = this.#supervisor;
    this.#listener.onState(
      root,
      problem === undefined ? { status: 'watching', restarts } : { status: 'degraded', restarts, ...problem },
    );
  }

  async #deliver(from: BackEnd, batch: WatchBatch): Promise<void> {
    await this.#listener.onBatch(batch);
    from.send({ type: 'taken', root: batch.root });
  }

  #reportState(state: SupervisionState, reason: string): void {
    if (state === 'failed') {
      this.#failure = `The file watcher is gone: changes on the disk are seen late. ${reason}`;
      this.#announce(this.#failedState());
    }
    if (state === 'restarting') {
      this.#announce({
        status: 'restarting',
        restarts: this.#supervisor.restarts,
        reason: `The file watcher was lost and is started again. ${reason}`,
      });
    }
  }

  #failedState(): WatcherState {
    const { restarts } = this.#supervisor;
    return { status: 'degraded', restarts, reason: this.#failure, unwatched: ['' as RelPath] };
  }

  #announce(state: WatcherState): void {
    for (const root of this.#roots.keys()) this.#listener.onState(root, state);
  }
}
