import { opendir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import type { RelPath } from '../../../actors/protocol/workspace.js';
import { isWithinAny, outermost, parentOf } from '../../../actors/protocol/rel-path.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import { Throttle } from '../../../actors/runtime/throttle.js';
import { Coalescer } from '../coalescer.js';
import { lstatIfReadable } from '../../disk/lstat-if-readable.js';
import { directoryIdentity } from '../directory-identity.js';
import { findWatchLimit } from './find-watch-limit.js';
import type { SubscribeTree, TreeEvent } from './parcel.js';
import { Subscriptions } from './subscriptions.js';
import type { BackEndRoot, BackEndRootOptions } from '../back-end/watch-message-handler.js';
import {
  explainMissingRoot,
  explainWatchError,
  isNotFoundMessage,
  isWatchLimit,
} from '../back-end/watch-error.js';
import type { HintKind } from '../back-end/watcher.js';

// The addon collects events for at least 50 ms under load, so a shorter delay would gain nothing.
const PAUSE_MS = 20;

// Long enough to subscribe only once to a tree that is being created, short enough that little is written meanwhile.
const ADOPT_DEBOUNCE = { quietMs: 100, maxMs: 1_000 };

// Reading everything again pays only after a burst, but a burst may go on for minutes.
const RENEW_DEBOUNCE = { quietMs: 300, maxMs: 5_000 };

// The addon drops events while it copies a batch: about 5 of 10,000 creations, none seen below 400 a batch.
const LOSSY_BATCH = 200;

// The addon does not report a file created and deleted within one batch, up to 550 ms. An index that read the
// directory in between keeps the deleted file; so the directory is announced again when that read is surely over.
const REPEAT_DEBOUNCE = { quietMs: 2_000, maxMs: 10_000 };

// The addon walks all its subscriptions at each new one; one renewal replaces them all.
const MAX_SUBSCRIPTIONS = 32;

// How often to check the root: changes of the directories above it are not reported.
const CHECK_MS = 2_000;

// After a failure: 2 s, doubled each time up to 32 s, because each try reads the whole tree.
const MAX_CHECKS_BETWEEN_TRIES = 16;

// A large tree that is being deleted takes seconds, and each try reads what is still there.
const MAX_TRIES_WHILE_CHANGING = 5;

const EVERYTHING = '' as RelPath;
const KINDS: Readonly<Record<TreeEvent['type'], HintKind>> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
};

interface WatchedRootOptions extends BackEndRootOptions {
  readonly subscribe: SubscribeTree;
  readonly clock: Clock;
  /** Whether the system needs a watch for each directory. Default: false on macOS and Windows, else true. */
  readonly isWatchedByDirectory?: boolean;
}

/**
 * Watches one root through an addon that loses events.
 * Where the system watches directory by directory, the addon misses what appears in a new directory before its own
 * watch, and the content of a tree that is moved in. So each new directory that already contains directories gets a
 * subscription of its own, and is then announced for a rescan. Renewing the whole subscription would lose events
 * elsewhere: it happens only after a burst, followed by a rescan of everything.
 * Source: https://github.com/parcel-bundler/watcher/issues/97 and 243
 */
export class WatchedRoot implements BackEndRoot {
  readonly #options: WatchedRootOptions;
  readonly #prefix: string;
  readonly #isByDirectory: boolean;
  readonly #batch = new Coalescer();
  readonly #throttle: Throttle;
  readonly #adoption: Debounce;
  readonly #renewal: Debounce;
  readonly #repeatDebounce: Debounce;
  readonly #subscriptions: Subscriptions;
  #ignored: ReadonlySet<RelPath>;
  /** New directories that may contain unwatched directories. */
  #newDirectories = new Set<RelPath>();
  /** The directories rescanned in the last seconds, and whether the addon has reported anything since. */
  #rescanned = new Set<RelPath>();
  #isRepeatDue = false;
  #identity: string | undefined;
  #problem: string | undefined;
  #failures = 0;
  /** Tries in a row that failed because something disappeared while the addon read the tree. */
  #triesWhileChanging = 0;
  #checksToNextTry = 0;
  #work = Promise.resolve();

  constructor(options: WatchedRootOptions) {
    const { root, subscribe, clock } = options;
    this.#options = options;
    this.#subscriptions = new Subscriptions(root, subscribe, (error, events) => {
      if (error === null) this.#receive(events);
      else this.#renewal.trigger();
    });
    this.#prefix = root.endsWith(sep) ? root : root + sep;
    this.#isByDirectory =
      options.isWatchedByDirectory ?? (process.platform !== 'darwin' && process.platform !== 'win32');
    this.#ignored = new Set(options.ignored);
    this.#throttle = new Throttle(clock, PAUSE_MS, () => this.#flush());
    this.#adoption = new Debounce(clock, ADOPT_DEBOUNCE, () => {
      this.#enqueue(() => this.#adopt());
    });
    this.#renewal = new Debounce(clock, RENEW_DEBOUNCE, () => {
      this.#enqueue(() => this.#renew());
    });
    this.#repeatDebounce = new Debounce(clock, REPEAT_DEBOUNCE, () => {
      this.#rescanAgain();
    });
  }

  /** Starts watching. Checks the root as long as the process lives. */
  start(): void {
    this.#enqueue(() => this.#open());
    this.#checkLater();
  }

  /** Replaces the ignored directories. Drops their events at once; renews the subscription when changes pause. */
  ignore(ignored: readonly RelPath[]): void {
    const next = new Set(ignored);
    if (next.size === this.#ignored.size && ignored.every((path) => this.#ignored.has(path))) return;
    this.#ignored = next;
    this.#renewal.trigger();
  }

  /**
   * Runs tasks one after the other: a subscription must not end while another task relies on it. An error that a task
   * does not catch, above all of `unsubscribe`, is meant to end the process: only a new addon has consistent records.
   */
  #enqueue(task: () => Promise<void>): void {
    this.#work = this.#work.then(task);
  }

  async #open(): Promise<void> {
    const { root, onState } = this.#options;
    this.#identity = await directoryIdentity(root);
    if (this.#identity === undefined) {
      this.#fail(explainMissingRoot(root));
    } else {
      try {
        const limit = this.#findLimit(EVERYTHING);
        if (limit !== undefined) throw new Error(limit);
        await this.#subscriptions.add(EVERYTHING, this.#ignored);
        this.#problem = undefined;
        this.#failures = 0;
        this.#triesWhileChanging = 0;
        onState(undefined);
      } catch (error) {
        this.#failToOpen(messageOf(error));
      }
    }
    this.#rescan(EVERYTHING);
    this.#announce();
  }

  #failToOpen(message: string): void {
    if (isNotFoundMessage(message) && this.#triesWhileChanging < MAX_TRIES_WHILE_CHANGING) {
      this.#triesWhileChanging += 1;
      this.#renewal.trigger();
    } else this.#fail(explainWatchError(this.#options.root, message));
  }

  #receive(events: readonly TreeEvent[]): void {
    if (events.length >= LOSSY_BATCH || this.#renewal.isPending) this.#renewal.trigger();
    if (this.#rescanned.size > 0) {
      this.#isRepeatDue = true;
      this.#repeatDebounce.trigger();
    }
    const knownNew = this.#newDirectories.size;
    for (const event of events) this.#handleEvent(event);
    if (this.#newDirectories.size > knownNew) this.#adoption.trigger();
    this.#announce();
  }

  #handleEvent({ path: absolute, type }: TreeEvent): void {
    const path = this.#relative(absolute);
    if (path === undefined || isInsideGit(path) || isWithinAny(path, this.#ignored)) return;
    if (path === '') {
      if (type === 'delete') this.#enqueue(() => this.#renew());
      return;
    }
    // A name that is not UTF-8 arrives mangled, so only its directory can be announced.
    if (path.includes('\uFFFD')) {
      this.#rescan(parentOf(path.slice(0, path.indexOf('\uFFFD'))));
      return;
    }
    this.#batch.hint(path, KINDS[type]);
    if (type === 'delete') {
      if (this.#subscriptions.has(path)) this.#enqueue(() => this.#subscriptions.release(path));
    } else if (!isGit(path) && lstatIfReadable(absolute)?.isDirectory() === true) {
      // An update counts as well: it is how the addon reports a directory that was deleted and created again.
      this.#newDirectories.add(path);
    }
  }

  #relative(absolute: string): RelPath | undefined {
    if (absolute === this.#options.root) return EVERYTHING;
    if (!absolute.startsWith(this.#prefix)) return undefined;
    const path = absolute.slice(this.#prefix.length);
    return (sep === '/' ? path : path.replaceAll(sep, '/')) as RelPath;
  }

  /** Makes sure that everything below new directories is watched, and then announces rescans of them. */
  async #adopt(): Promise<void> {
    const directories = outermost(this.#newDirectories);
    this.#newDirectories = new Set();
    for (const directory of directories) {
      if (isWithinAny(directory, this.#ignored)) continue;
      if (this.#isByDirectory) await this.#watchBelow(directory);
      this.#rescan(directory);
    }
    this.#announce();
  }

  async #watchBelow(directory: RelPath): Promise<void> {
    const { root } = this.#options;
    await this.#subscriptions.release(directory);
    const limit = this.#findLimit(directory);
    if (limit !== undefined) {
      this.#fail(explainWatchError(root, limit));
      return;
    }
    if (!(await holdsDirectory(join(root, directory)))) return;
    if (this.#subscriptions.size >= MAX_SUBSCRIPTIONS) {
      this.#renewal.trigger();
      return;
    }
    try {
      await this.#subscriptions.add(directory, this.#ignored);
    } catch (error) {
      if (isWatchLimit(messageOf(error))) this.#fail(explainWatchError(root, messageOf(error)));
      // Usually the directory changed while the addon read it.
      else this.#renewal.trigger();
    }
  }

  async #renew(): Promise<void> {
    this.#renewal.cancel();
    await this.#subscriptions.release(EVERYTHING);
    await this.#open();
  }

  #checkLater(): void {
    this.#options.clock.after(CHECK_MS, () => {
      this.#enqueue(async () => {
        await this.#check();
        this.#checkLater();
      });
    });
  }

  async #check(): Promise<void> {
    const { root } = this.#options;
    const identity = await directoryIdentity(root);
    if (identity !== this.#identity) {
      await this.#renew();
      return;
    }
    if (identity === undefined || this.#problem === undefined) return;
    this.#checksToNextTry -= 1;
    if (this.#checksToNextTry > 0) return;
    const limit = this.#findLimit(EVERYTHING);
    // Otherwise existing watches stay as they are.
    if (limit === undefined) await this.#renew();
    else this.#fail(explainWatchError(root, limit));
  }

  #findLimit(directory: RelPath): string | undefined {
    return this.#isByDirectory ? findWatchLimit(join(this.#options.root, directory)) : undefined;
  }

  #fail(problem: string): void {
    this.#checksToNextTry = Math.min(2 ** this.#failures, MAX_CHECKS_BETWEEN_TRIES);
    this.#failures += 1;
    if (problem === this.#problem) return;
    this.#problem = problem;
    this.#options.onState({ reason: problem, unwatched: [EVERYTHING] });
  }

  #rescan(directory: RelPath): void {
    this.#batch.rescan(directory);
    this.#rescanned.add(directory);
    this.#repeatDebounce.trigger();
  }

  #rescanAgain(): void {
    if (this.#isRepeatDue) for (const directory of outermost(this.#rescanned)) this.#batch.rescan(directory);
    this.#rescanned = new Set();
    this.#isRepeatDue = false;
    this.#announce();
  }

  #announce(): void {
    if (!this.#batch.isEmpty) this.#throttle.trigger();
  }

  async #flush(): Promise<void> {
    if (this.#batch.isEmpty) return;
    await this.#options.onBatch({ root: this.#options.root, ...this.#batch.take() });
  }
}

function isGit(path: RelPath): boolean {
  return path === '.git' || path.endsWith('/.git');
}

/** Whether a path is below a `.git`; false for the `.git` itself. */
function isInsideGit(path: RelPath): boolean {
  return path.startsWith('.git/') || path.includes('/.git/');
}

async function holdsDirectory(absolute: string): Promise<boolean> {
  try {
    for await (const entry of await opendir(absolute)) {
      if (entry.isDirectory()) return true;
    }
    return false;
  } catch {
    // The directory is gone, whose deletion is announced, or unreadable, so that nothing in it can be.
    return false;
  }
}
