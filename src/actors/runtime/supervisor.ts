import { type Clock, systemClock } from './clock.js';
import { type Deferred, deferred } from './deferred.js';
import { HANG_TIMEOUT_MS, Heartbeat } from './heartbeat.js';
import { RestartBudget, type RestartRules } from './restart-budget.js';

// An instance has nothing to save, or saves it at once: one that does not stop within this time is stuck.
const STOP_TIMEOUT_MS = 500;

// Not even a kill ends a process that waits for a disconnected network drive: the supervisor stops waiting for it
// then. Ending a thread that is stuck in a loop takes 2 s.
const KILL_TIMEOUT_MS = 5_000;

// How often the start is retried while the system is out of files or memory: other programs release some in the end.
const SHORTAGE_RETRY_MS = 10_000;

/** One run of the supervised thread, process or actor. */
export interface Instance {
  /** Asks for a sign of life: the instance reports `alive` unless it hangs. */
  ping(): void;
  /**
   * `stop` asks the instance to end, `kill` forces it. Either way it reports `ended`. Both may be called more than
   * once.
   */
  end(how: 'stop' | 'kill'): void;
}

export interface InstanceEnd {
  /** A sentence. */
  readonly reason: string;
  /** What was thrown, if anything. */
  readonly error?: unknown;
  /**
   * `never`: another instance would end the same way. `evenAfterGivingUp`: the system had no files or memory left for
   * the start, which is retried now and then for as long as that lasts.
   */
  readonly retry: 'withinLimits' | 'never' | 'evenAfterGivingUp';
}

/**
 * What an instance reports to its supervisor, which ignores the reports of instances that it has replaced or given up.
 */
export interface InstanceCallbacks {
  /** The instance has started and answers pings from now on. Returns whether it is still the current one. */
  ready(): boolean;
  alive(): void;
  /** The instance cannot work here, and neither could another one: the supervisor ends it and gives up. */
  unusable(reason: string): void;
  /** Must not be called before `start` has returned. */
  ended(end: InstanceEnd): void;
}

/** The state of a supervised instance: starting, running, waiting for a restart, or given up. */
export type SupervisionState = 'starting' | 'alive' | 'restarting' | 'failed';

interface SupervisorOptions {
  /** Starts an instance. Must not throw: a failed start is reported as `ended`. */
  readonly start: (report: InstanceCallbacks) => Instance;
  readonly rules: RestartRules;
  /** Called with each state after the first, `starting`; `why` has the reason for `restarting` and `failed`. */
  readonly onState: (state: SupervisionState, why: Pick<InstanceEnd, 'reason' | 'error'>) => void;
  /** Called when the current instance can no longer be used: it has ended, or is being ended. */
  readonly onOver?: () => void;
  /** Time that an instance has to become ready before it is ended. Default: no limit. */
  readonly readyTimeoutMs?: number;
  /** An instance that was ready for this long counts as healthy. Default: only `markHealthy` makes it so. */
  readonly healthyAfterMs?: number;
  /** Default: the real clock. */
  readonly clock?: Clock;
  /** A number of at least 0 and below 1 that shortens a wait by chance. Default: waits are not shortened. */
  readonly random?: () => number;
}

const NOTHING_WRONG = { reason: '' };

interface Run {
  readonly instance: Instance;
  readonly gone: Deferred<void>;
}

/**
 * Keeps one thread, process or actor running: ends an instance that is not ready in time or does not answer the
 * heartbeat, and starts another whenever one has ended, until that happens too often.
 *
 *     starting -> alive -> restarting -> alive ... -> failed
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #clock: Clock;
  readonly #budget: RestartBudget;
  readonly #heartbeat: Heartbeat;
  /** Cancels the timers of the current instance, or its next start. */
  readonly #due = new Set<() => void>();
  #state: SupervisionState = 'starting';
  #current: Run | undefined;
  #restarts = 0;
  /** Why the supervisor is ending the current instance. */
  #ending: { readonly end: InstanceEnd; readonly isHang: boolean } | undefined;
  readonly #stopping = new Set<Promise<void>>();
  #closed: Promise<void> | undefined;

  constructor(options: SupervisorOptions) {
    const { clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#budget = new RestartBudget(options.rules);
    this.#heartbeat = new Heartbeat({
      clock,
      ping: () => this.#current?.instance.ping(),
      onHang: () => {
        const reason = `It did not answer for ${HANG_TIMEOUT_MS / 1_000} s.`;
        this.#replace({ reason, retry: 'withinLimits' }, true);
      },
    });
  }

  get state(): SupervisionState {
    return this.#state;
  }

  /** How many times an instance was restarted. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Records that the current instance does its work: its next loss counts as the first one. */
  markHealthy(): void {
    this.#budget.markHealthy();
  }

  /**
   * Starts a new instance at once: after the supervisor gave up, or in place of the current instance, which is stopped.
   */
  restart(): void {
    if (this.#closed !== undefined) return;
    this.#stopCurrent();
    this.#budget.reset();
    if (this.#state === 'failed') this.#enter('starting');
    else if (this.#state === 'alive') this.#enter('restarting');
    this.start();
  }

  /**
   * Resolves when every instance has ended and every timer is cleared, except for processes that no kill can end. Never
   * rejects.
   */
  close(): Promise<void> {
    this.#closed ??= (async () => {
      this.#stopCurrent();
      await Promise.all(this.#stopping);
    })();
    return this.#closed;
  }

  #stopCurrent(): void {
    this.#cancelAll();
    const former = this.#current;
    this.#current = undefined;
    if (former === undefined) return;
    this.#options.onOver?.();
    const { instance, gone } = former;
    const cancelKill = this.#clock.after(STOP_TIMEOUT_MS, () => {
      instance.end('kill');
    });
    const cancelAbandon = this.#clock.after(STOP_TIMEOUT_MS + KILL_TIMEOUT_MS, gone.resolve);
    const stopped = gone.promise.then(() => {
      cancelKill();
      cancelAbandon();
      this.#stopping.delete(stopped);
    });
    this.#stopping.add(stopped);
    instance.end('stop');
  }

  /** Starts an instance. */
  start(): void {
    const { start, readyTimeoutMs } = this.#options;
    this.#ending = undefined;
    const gone = deferred<void>();
    const isCurrent = (): boolean => this.#current === run;
    const isWanted = (): boolean => isCurrent() && this.#ending === undefined;
    const instance = start({
      ready: () => {
        if (!isWanted()) return false;
        this.#becomeAlive();
        return true;
      },
      alive: () => {
        if (isCurrent()) this.#heartbeat.beat();
      },
      unusable: (reason) => {
        if (isWanted()) this.#replace({ reason, retry: 'never' }, false);
      },
      ended: (end) => {
        gone.resolve();
        if (isCurrent()) this.#handleEnd(end);
      },
    });
    const run: Run = { instance, gone };
    this.#current = run;
    if (readyTimeoutMs === undefined) return;
    this.#after(readyTimeoutMs, () => {
      const reason = `It was not ready within ${readyTimeoutMs / 1_000} s.`;
      if (this.#state !== 'alive') this.#replace({ reason, retry: 'withinLimits' }, false);
    });
  }

  #becomeAlive(): void {
    const { healthyAfterMs } = this.#options;
    this.#budget.markReady();
    this.#heartbeat.start();
    if (healthyAfterMs !== undefined) {
      this.#after(healthyAfterMs, () => {
        this.markHealthy();
      });
    }
    this.#enter('alive');
  }

  /** Kills the current instance. `#handleEnd` continues when it has ended, or when the wait for its end is over. */
  #replace(end: InstanceEnd, isHang: boolean): void {
    this.#cancelAll();
    this.#ending = { end, isHang };
    this.#options.onOver?.();
    this.#after(KILL_TIMEOUT_MS, () => {
      this.#handleEnd(end);
    });
    this.#current?.instance.end('kill');
  }

  #handleEnd(last: InstanceEnd): void {
    const { end, isHang } = this.#ending ?? { end: last, isHang: false };
    this.#cancelAll();
    this.#current = undefined;
    if (this.#ending === undefined) this.#options.onOver?.();
    const atMs = this.#clock.now();
    const jitter = this.#options.random?.() ?? 0;
    const delayMs = end.retry === 'never' ? undefined : this.#budget.spend({ atMs, isHang, jitter });
    if (delayMs !== undefined) {
      this.#restarts += 1;
      this.#after(delayMs, () => {
        this.start();
      });
      this.#enter('restarting', end);
      return;
    }
    if (last.retry === 'evenAfterGivingUp' && end.retry !== 'never') this.#launchAfterShortage();
    this.#enter('failed', end);
  }

  #launchAfterShortage(): void {
    this.#after(SHORTAGE_RETRY_MS, () => {
      this.#restarts += 1;
      this.#enter('starting');
      this.start();
    });
  }

  #enter(state: SupervisionState, why: Pick<InstanceEnd, 'reason' | 'error'> = NOTHING_WRONG): void {
    this.#state = state;
    this.#options.onState(state, why);
  }

  #after(delayMs: number, callback: () => void): void {
    const cancel = this.#clock.after(delayMs, () => {
      this.#due.delete(cancel);
      callback();
    });
    this.#due.add(cancel);
  }

  #cancelAll(): void {
    this.#heartbeat.stop();
    for (const cancel of this.#due) cancel();
    this.#due.clear();
  }
}
