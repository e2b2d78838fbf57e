import { Piscina } from 'piscina';
import { ActorLostError, AskTimeoutError } from '../../actors/protocol/errors.js';
import type { Clock } from '../../actors/runtime/clock.js';
import { deferred } from '../../actors/runtime/deferred.js';
import { THREAD_LIMITS } from '../../actors/runtime/thread-limits.js';
import type { DispatchOptions, JobRunner, Jobs } from './dispatch-job.js';
import { type JobReply, unwrapReply } from './job-reply.js';

interface ScanThreadsOptions {
  /** How many jobs run at once, not counting spare threads. Minimum 1. */
  readonly threads: number;
  /** Path of the built `scan.entry`. */
  readonly entry: string;
  readonly clock: Clock;
}

// A thread starts in 50 ms. One that takes this long waits for a hanging disk, maybe for ever.
const START_TIMEOUT_MS = 10_000;
// Spare threads serve slow disks. They stay for a while, because several cold roots one after the other share them.
const SPARE_IDLE_MS = 2000;
const MAX_SPARE_THREADS = 16;

// Piscina tries to `require` the entry first, which Node does for ES modules as well. Where such a thread is terminated in
// the middle of that, Node aborts the whole process ("v8::Module::IsGraphAsync must be used on an instantiated module");
// in the middle of an `import`, which comes second, it does not.
const IMPORT_ONLY = '--no-experimental-require-module';

/** Threads for one kind of jobs. They start with `start` or the first job. A thread that dies is replaced. */
export class ScanThreads implements JobRunner {
  readonly #options: ScanThreadsOptions;
  #piscina: Piscina | undefined;
  #spare: Piscina | undefined;
  #ready: Promise<Piscina> | undefined;
  /** While one `destroy` waits for threads to end, another one would have Piscina replace them. */
  readonly #endings = new WeakMap<Piscina, Promise<void>>();
  #isClosed = false;

  constructor(options: ScanThreadsOptions) {
    this.#options = options;
  }

  get threads(): number {
    return this.#options.threads;
  }

  get clock(): Clock {
    return this.#options.clock;
  }

  /** Starts the threads. An error is reported to the first job instead. */
  start(): void {
    this.#start().catch(() => undefined);
  }

  /** Ends the threads; running jobs fail with `ActorLostError`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([this.#discard(this.#piscina), this.#spare?.destroy()]);
  }

  /** Runs one job as soon as a thread is free, as `DispatchJob`. */
  async dispatch<Name extends keyof Jobs>(
    name: Name,
    task: Jobs[Name]['task'],
    { kill, transfer = [], isSpare = false }: DispatchOptions,
  ): Promise<Jobs[Name]['result']> {
    const started = await this.#start();
    const threads = isSpare ? (this.#spare ??= this.#createSpare()) : started;
    let reply: JobReply<Jobs[Name]['result']>;
    try {
      reply = await threads.run(task, { name, signal: kill, transferList: [...transfer] });
    } catch (error) {
      throw this.#lost('A scan thread ended before its work was done', error);
    }
    return unwrapReply(reply);
  }

  #start(): Promise<Piscina> {
    return (this.#ready ??= this.#warmUp());
  }

  /** Starts the threads and waits until one of them answers. */
  async #warmUp(): Promise<Piscina> {
    if (this.#isClosed) throw this.#lost('No scan thread is left');
    const { threads, clock } = this.#options;
    const piscina = this.#createThreads({ minThreads: threads, maxThreads: threads });
    this.#piscina = piscina;
    const failure = deferred<never>();
    // A thread died without a job that would report it: it could not start, or failed after its job.
    piscina.on('error', (error) => {
      failure.reject(error);
      void this.#discard(piscina);
    });
    const callOff = clock.after(START_TIMEOUT_MS, () => {
      const timeout = { actor: 'scan pool', ask: 'ping', timeoutMs: START_TIMEOUT_MS };
      failure.reject(new AskTimeoutError('The scan threads did not start in time.', timeout));
    });
    try {
      await Promise.race([piscina.run(undefined, { name: 'ping' }), failure.promise]);
      return piscina;
    } catch (error) {
      void this.#discard(piscina);
      throw error instanceof AskTimeoutError ? error : this.#lost('The scan threads cannot start', error);
    } finally {
      callOff();
    }
  }

  #createThreads(size: { minThreads: number; maxThreads: number; idleTimeout?: number }): Piscina {
    const { entry } = this.#options;
    return new Piscina({
      filename: entry,
      ...size,
      // Otherwise an idle thread blocks in `Atomics.wait` and cannot even receive a message.
      atomics: 'disabled',
      stricterFIFO: true,
      recordTiming: false,
      resourceLimits: THREAD_LIMITS,
      execArgv: process.allowedNodeEnvironmentFlags.has(IMPORT_ONLY) ? [IMPORT_ONLY] : [],
    });
  }

  #createSpare(): Piscina {
    if (this.#isClosed) throw this.#lost('No scan thread is left');
    const size = { minThreads: 0, maxThreads: MAX_SPARE_THREADS, idleTimeout: SPARE_IDLE_MS };
    const spare = this.#createThreads(size);
    // A job on a thread that died reports the error itself.
    spare.on('error', () => undefined);
    return spare;
  }

  /** Ends these threads; the next job starts new ones. */
  async #discard(piscina: Piscina | undefined): Promise<void> {
    if (piscina === this.#piscina) {
      this.#piscina = undefined;
      this.#ready = undefined;
    }
    if (piscina === undefined) return;
    const ending = this.#endings.get(piscina) ?? piscina.destroy();
    this.#endings.set(piscina, ending);
    await ending;
  }

  #lost(what: string, cause?: unknown): ActorLostError {
    const why = cause instanceof Error ? `: ${cause.message}` : '';
    return this.#isClosed
      ? new ActorLostError('The scan pool was closed.', { actor: 'scan pool' }, { cause })
      : new ActorLostError(`${what}${why}. Try again.`, { actor: 'scan pool' }, { cause });
  }
}
