import { AskTimeoutError } from '../../../actors/protocol/errors.js';
import { type Clock, systemClock, within } from '../../../actors/runtime/clock.js';
import { deferred } from '../../../actors/runtime/deferred.js';
import { describeUnanswered } from './missing-sandbox.js';
import type { Sandbox } from './sandbox.js';

interface SandboxTrialOptions {
  /** Tests the sandbox, and ends what it has started when the signal aborts. */
  readonly find: (signal: AbortSignal) => Promise<Sandbox>;
  readonly clock?: Clock;
}

interface Trial {
  readonly found: Promise<Sandbox>;
  /** Rejects when the test has taken too long. */
  readonly late: Promise<never>;
}

// The test takes 20 ms, and some seconds on a machine that swaps. After a minute a person should hear what a command waits
// for. Units: milliseconds.
const MAX_WAIT_MS = 60_000;

// A process that survives SIGKILL waits for a broken disk, and no host should wait with it. Units: milliseconds.
const UNKILLABLE_MS = 3_000;

/**
 * The sandbox of a host, tested when a command first needs it. A test that takes long decides nothing: it goes on, and until
 * it has an answer no command runs.
 */
export class SandboxTrial implements AsyncDisposable {
  readonly #options: SandboxTrialOptions;
  readonly #ending = new AbortController();
  #trial: Trial | undefined;

  constructor(options: SandboxTrialOptions) {
    this.#options = options;
  }

  /**
   * The sandbox, or none where the system has none that works.
   * Errors: `AskTimeoutError` when the test has no answer after a minute, at once from then on until it has; those of the
   * test, which is made anew the next time.
   */
  readonly get = (): Promise<Sandbox> => {
    this.#trial ??= this.#start();
    const { found, late } = this.#trial;
    return Promise.race([found, late]);
  };

  /** Ends the test that is running; who waits for it gets an error. */
  cancel(): void {
    this.#ending.abort();
  }

  /** Ends the test, and waits for its process. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.cancel();
    const { clock = systemClock } = this.#options;
    if (this.#trial !== undefined) await within(clock, UNKILLABLE_MS, this.#trial.found);
  }

  #start(): Trial {
    const { find, clock = systemClock } = this.#options;
    const found = find(this.#ending.signal);
    const late = deferred<never>();
    late.promise.catch(() => undefined);
    const cancelTimer = clock.after(MAX_WAIT_MS, () => {
      const details = { actor: 'sandbox', ask: 'test', timeoutMs: MAX_WAIT_MS };
      late.reject(new AskTimeoutError(describeUnanswered(MAX_WAIT_MS / 1_000), details));
    });
    found.then(cancelTimer, () => {
      cancelTimer();
      this.#trial = undefined;
    });
    return { found, late: late.promise };
  }
}
