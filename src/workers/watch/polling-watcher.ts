import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import type { Clock } from '../../actors/runtime/clock.js';
import { findRemoteFileSystem } from './remote-file-system.js';
import { WakeDetector } from './wake-detector.js';
import type { WatchBatch, Watcher, WatcherListener, WatcherState } from './back-end/watcher.js';

// As long as a user who looks for another machine's file can be expected to wait.
const MIN_PAUSE_MS = 10_000;

// Limits polling to a twentieth of the time, however large and remote the tree is.
const PAUSE_PER_POLL = 20;

const EVERYTHING = '' as RelPath;

interface PollingWatcherOptions {
  /** Creates the watcher for what can be watched. */
  readonly watcher: (listener: WatcherListener) => Watcher;
  readonly listener: WatcherListener;
  readonly clock: Clock;
  /** Default: `findRemoteFileSystem`. */
  readonly findRemote?: (root: AbsPath) => Promise<string | undefined>;
}

interface PolledRoot {
  /** The directories that the other watcher does not cover. */
  unwatched: readonly RelPath[];
  /** The kind of file system, when it does not report all changes. */
  remote: string | undefined;
  state: WatcherState | undefined;
  isPollDue: boolean;
}

/**
 * A watcher that covers everything: it announces periodic rescans of what another watcher does not cover, and of
 * everything after the machine was suspended. A root on a network drive is watched for this machine's changes, and
 * polled for those of others.
 */
export class PollingWatcher implements Watcher {
  readonly #listener: WatcherListener;
  readonly #clock: Clock;
  readonly #findRemote: (root: AbsPath) => Promise<string | undefined>;
  readonly #watcher: Watcher;
  readonly #wakeUp: WakeDetector;
  readonly #roots = new Map<AbsPath, PolledRoot>();
  readonly #due = new Set<() => void>();
  #isClosed = false;

  constructor({ watcher, listener, clock, findRemote = findRemoteFileSystem }: PollingWatcherOptions) {
    this.#listener = listener;
    this.#clock = clock;
    this.#findRemote = findRemote;
    this.#watcher = watcher({
      onBatch: (batch) => listener.onBatch(batch),
      onState: (root, state) => {
        this.#takeState(root, state);
      },
    });
    this.#wakeUp = new WakeDetector(clock, () => {
      for (const root of this.#roots.keys()) void this.#rescan(root, [EVERYTHING]);
    });
  }

  watch(root: AbsPath, ignored: readonly RelPath[]): void {
    if (this.#isClosed) return;
    if (!this.#roots.has(root)) {
      this.#roots.set(root, { unwatched: [], remote: undefined, state: undefined, isPollDue: false });
      void this.#findRemote(root).then((remote) => {
        this.#takeRemote(root, remote);
      });
    }
    this.#watcher.watch(root, ignored);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    this.#wakeUp.close();
    for (const callOff of this.#due) callOff();
    return this.#watcher.close();
  }

  #takeRemote(root: AbsPath, remote: string | undefined): void {
    const polled = this.#roots.get(root);
    if (this.#isClosed || remote === undefined || polled === undefined) return;
    polled.remote = remote;
    if (polled.state !== undefined) this.#takeState(root, polled.state);
  }

  #takeState(root: AbsPath, state: WatcherState): void {
    const polled = this.#roots.get(root);
    if (polled === undefined) return;
    polled.state = state;
    const whole = polled.remote === undefined ? state : asRemote(root, polled.remote, state);
    // While the watcher restarts, the same directories are polled as before.
    if (whole.status !== 'restarting') polled.unwatched = whole.status === 'degraded' ? whole.unwatched : [];
    this.#listener.onState(root, whole);
    this.#pollLater(root, polled, MIN_PAUSE_MS);
  }

  #pollLater(root: AbsPath, polled: PolledRoot, pauseMs: number): void {
    if (this.#isClosed || polled.isPollDue || polled.unwatched.length === 0) return;
    polled.isPollDue = true;
    const callOff = this.#clock.after(pauseMs, () => {
      this.#due.delete(callOff);
      void this.#poll(root, polled);
    });
    this.#due.add(callOff);
  }

  async #poll(root: AbsPath, polled: PolledRoot): Promise<void> {
    const startedMs = this.#clock.now();
    if (polled.unwatched.length > 0) await this.#rescan(root, polled.unwatched);
    const tookMs = this.#clock.now() - startedMs;
    polled.isPollDue = false;
    this.#pollLater(root, polled, Math.max(MIN_PAUSE_MS, tookMs * PAUSE_PER_POLL));
  }

  async #rescan(root: AbsPath, rescans: WatchBatch['rescans']): Promise<void> {
    await this.#listener.onBatch({ root, hints: [], rescans, isPolled: true });
  }
}

function asRemote(root: AbsPath, remote: string, state: WatcherState): WatcherState {
  if (state.status === 'restarting') return state;
  const reason = `${root} is on a network drive or a shared folder (${remote}): what others change there is seen late.`;
  return {
    status: 'degraded',
    restarts: state.restarts,
    reason: state.status === 'degraded' ? `${reason} ${state.reason}` : reason,
    unwatched: [EVERYTHING],
  };
}
