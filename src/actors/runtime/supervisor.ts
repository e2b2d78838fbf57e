import { type Clock, systemClock } from './clock.js';
import { type Deferred, deferred } from './deferred.js';
import { HANG_MS, Heartbeat } from './heartbeat.js';
import { RestartBudget, type RestartRules } from './restart-budget.js';

// It has nothing to save, or saves it at once: what does not stop within this time is stuck.
const STOP_TIMEOUT_MS = 500;

// Not even a kill ends what waits for a network drive that is gone: it is left to itself then. A thread that is only in
// a loop takes 2 s.
const ABANDON_MS = 5_000;

// How often it is tried again where the system had nothing left to start it with: other programs come and go.
const SHORTAGE_RETRY_MS = 10_000;

/** One run of what is supervised: a thread, a process, an actor. */
export interface Instance {
  /** Asks for a sign of life: `alive` is reported, unless it hangs. */
  ping(): void;
  /** `stop` asks, `kill` does not. Either way `ended` is reported; each may be called more than once. */
  end(how: 'stop' | 'kill'): void;
}

/** How an instance ended. */
export interface InstanceEnd {
  /** A sentence. */
  readonly reason: string;
  /** What was thrown, where something was. */
  readonly error?: unknown;
  /**
   * `never`: another one would end the same way. `evenAfterGivingUp`: the system had no files or memory left to start it
   * with; it is tried now and then for as long as that lasts.
   */
  readonly retry: 'withinLimits' | 'never' | 'evenAfterGivingUp';
}

/** What an instance tells its supervisor. Nothing counts that it reports once it was replaced or given up. */
export interface InstanceReport {
  /** It has started, and answers pings from now on. Gives whether it still is the instance that is wanted. */
  ready(): boolean;
  alive(): void;
  /** It cannot work here, and another one could not either: it is ended. */
  unusable(reason: string): void;
  /** Must not be called before `start` has returned. */
  ended(end: InstanceEnd): void;
}

/** How what is supervised is: on its way up, there, between two instances, or given up. */
export type LifeState = 'starting' | 'alive' | 'restarting' | 'failed';

export interface SupervisorOptions {
  /** Starts an instance. Never throws: what cannot be started has ended. */
  readonly start: (report: InstanceReport) => Instance;
  readonly rules: RestartRules;
  /** Called with each new state but the first, `starting`; `why` where it is `restarting` or `failed`. */
  readonly onState: (state: LifeState, why: Pick<InstanceEnd, 'reason' | 'error'>) => void;
  /** Called when the present instance is of no use any more: it has ended, or is being ended. */
  readonly onOver?: () => void;
  /** An instance that is not ready within this time is ended. Default: it takes as long as it takes. */
  readonly readyTimeoutMs?: number;
  /** An instance that was ready for this long counts as healthy. Default: only `markHealthy` says so. */
  readonly healthyAfterMs?: number;
  /** Default: the machine's own time. */
  readonly clock?: Clock;
  /** From 0 up to, not including, 1: what is taken off a wait. Default: nothing. */
  readonly random?: () => number;
}

const NOTHING_WRONG = { reason: '' };

interface Run {
  readonly instance: Instance;
  readonly gone: Deferred<void>;
}

/**
 * Keeps one thread, process or actor running: an instance that ends by itself, that is not ready in time or that answers
 * no heartbeat any more is ended and followed by another, until that happens too often.
 *
 *     starting -> alive -> restarting -> alive ... -> failed
 */
export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #clock: Clock;
  readonly #budget: RestartBudget;
  readonly #heartbeat: Heartbeat;
  /** Cancels what is due in the present instance, or its next start. */
  readonly #due = new Set<() => void>();
  #state: LifeState = 'starting';
  #present: Run | undefined;
  #restarts = 0;
  /** Why the present instance is being ended by us. */
  #ending: { readonly end: InstanceEnd; readonly isHang: boolean } | undefined;
  /** Instances that are being stopped. */
  readonly #stopping = new Set<Promise<void>>();
  #closed: Promise<void> | undefined;

  constructor(options: SupervisorOptions) {
    const { clock = systemClock } = options;
    this.#options = options;
    this.#clock = clock;
    this.#budget = new RestartBudget(options.rules);
    this.#heartbeat = new Heartbeat({
      clock,
      ping: () => this.#present?.instance.ping(),
      onHang: () => {
        const reason = `It did not answer for ${HANG_MS / 1_000} s.`;
        this.#replace({ reason, retry: 'withinLimits' }, true);
      },
    });
  }

  get state(): LifeState {
    return this.#state;
  }

  /** How often it was started again. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Starts the first instance. */
  start(): void {
    this.#launch();
  }

  /** The present instance does its work: its next loss counts as a first one. */
  markHealthy(): void {
    this.#budget.markHealthy();
  }

  /** Starts afresh, at once: after it was given up, or beside the present instance, which is stopped. */
  restart(): void {
    if (this.#closed !== undefined) return;
    this.#stopPresent();
    this.#budget.reset();
    if (this.#state === 'failed') this.#enter('starting');
    else if (this.#state === 'alive') this.#enter('restarting');
    this.#launch();
  }

  /** Resolves when nothing is left, instance or timer, but what no kill can end. Never rejects. */
  close(): Promise<void> {
    this.#closed ??= (async () => {
      this.#stopPresent();
      await Promise.all(this.#stopping);
    })();
    return this.#closed;
  }

  #stopPresent(): void {
    this.#cancelAll();
    const former = this.#present;
    this.#present = undefined;
    if (former === undefined) return;
    this.#options.onOver?.();
    const { instance, gone } = former;
    const cancelKill = this.#clock.after(STOP_TIMEOUT_MS, () => {
      instance.end('kill');
    });
    const cancelAbandon = this.#clock.after(STOP_TIMEOUT_MS + ABANDON_MS, gone.resolve);
    const stopped = gone.promise.then(() => {
      cancelKill();
      cancelAbandon();
      this.#stopping.delete(stopped);
    });
    this.#stopping.add(stopped);
    instance.end('stop');
  }

  #launch(): void {
    const { start, readyTimeoutMs } = this.#options;
    this.#ending = undefined;
    const gone = deferred<void>();
    const isPresent = (): boolean => this.#present === run;
    const isWanted = (): boolean => isPresent() && this.#ending === undefined;
    const instance = start({
      ready: () => {
        if (!isWanted()) return false;
        this.#becomeAlive();
        return true;
      },
      alive: () => {
        if (isPresent()) this.#heartbeat.beat();
      },
      unusable: (reason) => {
        if (isWanted()) this.#replace({ reason, retry: 'never' }, false);
      },
      ended: (end) => {
        gone.resolve();
        if (isPresent()) this.#lose(end);
      },
    });
    const run: Run = { instance, gone };
    this.#present = run;
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

  /** Ends the present instance, by force; `#lose` goes on when it has ended, or when it cannot be ended. */
  #replace(end: InstanceEnd, isHang: boolean): void {
    this.#cancelAll();
    this.#ending = { end, isHang };
    this.#options.onOver?.();
    this.#after(ABANDON_MS, () => {
      this.#lose(end);
    });
    this.#present?.instance.end('kill');
  }

  #lose(last: InstanceEnd): void {
    const { end, isHang } = this.#ending ?? { end: last, isHang: false };
    this.#cancelAll();
    this.#present = undefined;
    if (this.#ending === undefined) this.#options.onOver?.();
    const atMs = this.#clock.now();
    const jitter = this.#options.random?.() ?? 0;
    const delayMs = end.retry === 'never' ? undefined : this.#budget.spend({ atMs, isHang, jitter });
    if (delayMs !== undefined) {
      this.#restarts += 1;
      this.#after(delayMs, () => {
        this.#launch();
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
      this.#launch();
    });
  }

  #enter(state: LifeState, why: Pick<InstanceEnd, 'reason' | 'error'> = NOTHING_WRONG): void {
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
