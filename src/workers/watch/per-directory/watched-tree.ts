import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import type { RelPath } from '../../../actors/protocol/workspace.js';
import { joinPath, nameOf, parentOf } from '../../../actors/protocol/rel-path.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { Throttle } from '../../../actors/runtime/throttle.js';
import { BurstDetector } from '../burst-detector.js';
import { Coalescer } from '../coalescer.js';
import { lstatIfReadable } from '../../disk/lstat-if-readable.js';
import { directoryIdentity, directoryIdentitySync } from '../directory-identity.js';
import { DirectoryWatch, DirectoryWatches } from './directory-watches.js';
import type { QueueMeter } from './queue-meter.js';
import { ChangedNames, type ChangedName } from './changed-names.js';
import { UnwatchedDirectories } from './unwatched-directories.js';
import type { BackEndRoot, BackEndRootOptions } from '../back-end/watch-message-handler.js';
import {
  type DirectoryEventKind,
  watchDirectory as watchWithNode,
  type WatchDirectory,
} from './watch-directory.js';
import { explainMissingRoot, explainWatchError, isWatchLimit } from '../back-end/watch-error.js';
import type { WatchProblem } from '../back-end/watcher.js';

// The kernel's queue is read at least this often; a slice of 4 ms handles some 400 names.
const SLICE_MS = 4;

// A burst produces events in each turn of the event loop; this delay keeps batches from holding only a few names.
const PAUSE_MS = 1;

// How often to check the root: changes of the directories above it are not reported.
const CHECK_MS = 2_000;

// Short, because watches released by other programs should be noticed soon, and a try costs next to nothing.
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 32_000;

const EVERYTHING = '' as RelPath;
const GIT = '.git';

interface WatchedTreeOptions extends BackEndRootOptions {
  readonly clock: Clock;
  /** Shared by all trees whose events come through the same kernel queue. */
  readonly meter: QueueMeter;
  /** Default: `fs.watch`. */
  readonly watchDirectory?: WatchDirectory;
  /** The thread does something else after this. Units: milliseconds. Default: 4. */
  readonly sliceMs?: number;
}

/** A directory that must be watched with everything below it, and then be compared with the disk. */
interface Adoption {
  readonly directory: RelPath;
  /** Whether parts of it may be watched already; then it is compared only if other parts become watched. */
  readonly isRetry: boolean;
  /** The number of its directories still to be visited. */
  toVisit: number;
  watched: number;
}

interface Visit {
  readonly path: RelPath;
  readonly parent: DirectoryWatch | undefined;
  readonly adoption: Adoption;
}

/**
 * Watches one root by a separate watch for each directory that is not ignored.
 * An event only names a path to check. Checking paths and visiting new directories happen in slices, and the kernel's
 * queue is read between them. Each directory is watched before it is read, so what appears in it meanwhile is seen
 * twice rather than never. When events may have been lost, all watches are renewed and everything is rescanned. When
 * watches run out, the existing ones remain.
 */
export class WatchedTree implements BackEndRoot {
  readonly #options: WatchedTreeOptions;
  readonly #watchDirectory: WatchDirectory;
  readonly #watches = new DirectoryWatches();
  readonly #changedNames = new ChangedNames();
  readonly #unwatched = new UnwatchedDirectories();
  readonly #batch = new Coalescer();
  readonly #throttle: Throttle;
  readonly #burst: BurstDetector;
  #ignored: ReadonlySet<RelPath>;
  #toVisit: Visit[] = [];
  #isSliceDue = false;
  /** The number of events since the last slice. */
  #events = 0;
  /** The identity of the root when it was last visited. */
  #identity: string | undefined;
  /** The system's message when watches have run out; no more are tried until the next retry. */
  #limit: string | undefined;
  /** Why the root itself is not watched, as a sentence. */
  #rootProblem: string | undefined;
  #retryMs = FIRST_RETRY_MS;
  #isRetryDue = false;
  #reported: string | undefined;

  constructor(options: WatchedTreeOptions) {
    const { clock, meter, ignored, watchDirectory = watchWithNode } = options;
    this.#options = options;
    this.#watchDirectory = watchDirectory;
    this.#ignored = new Set(ignored);
    this.#throttle = new Throttle(clock, PAUSE_MS, () => this.#flush());
    this.#burst = new BurstDetector(clock, (isLossy) => {
      if (isLossy) this.#renew();
      else this.#rescan(EVERYTHING);
    });
    meter.onSuspicion(() => {
      this.#burst.noteLoss();
    });
  }

  /** Starts watching. Checks the root as long as the thread lives. */
  start(): void {
    this.#adopt(EVERYTHING, undefined);
    this.#checkLater();
  }

  ignore(ignored: readonly RelPath[]): void {
    const before = this.#ignored;
    this.#ignored = new Set(ignored);
    for (const path of this.#ignored) if (!before.has(path)) this.#forget(path);
    for (const path of before) {
      const parent = this.#ignored.has(path) ? undefined : this.#watches.find(parentOf(path));
      if (parent !== undefined) this.#touch(parent, nameOf(path), 'rename');
    }
  }

  #receive(directory: DirectoryWatch, kind: DirectoryEventKind, name: string | undefined): void {
    this.#options.meter.note();
    this.#events += 1;
    if (name === undefined) this.#rescan(directory.path);
    else this.#touch(directory, name, kind);
    // A deleted directory's last event has the directory's own name, or none.
    if (kind === 'rename' && (name === undefined || name === this.#nameOf(directory)))
      this.#markDoubtful(directory);
  }

  #touch(directory: DirectoryWatch, name: string, kind: DirectoryEventKind): void {
    if (!this.#changedNames.add(directory, name, kind)) this.#burst.noteLoss();
    this.#sliceSoon();
  }

  #markDoubtful(directory: DirectoryWatch): void {
    directory.isDoubtful = true;
    if (directory.parent === undefined) void this.#check();
    else this.#touch(directory.parent, nameOf(directory.path), 'rename');
  }

  #sliceSoon(): void {
    if (this.#isSliceDue) return;
    this.#isSliceDue = true;
    setImmediate(() => {
      this.#isSliceDue = false;
      this.#slice();
    });
  }

  #slice(): void {
    if (this.#events > 0) this.#burst.note(this.#events);
    this.#events = 0;
    const untilMs = performance.now() + (this.#options.sliceMs ?? SLICE_MS);
    let isMore = true;
    while (isMore && performance.now() < untilMs) isMore = this.#step();
    if (isMore) this.#sliceSoon();
    else this.#report();
    this.#announce();
  }

  /** Returns whether there was work. */
  #step(): boolean {
    const touched = this.#changedNames.take();
    if (touched !== undefined) {
      if (touched.directory.isOpen) this.#checkPath(touched);
      return true;
    }
    const visit = this.#toVisit.pop();
    if (visit === undefined) return false;
    this.#visit(visit);
    return true;
  }

  #checkPath({ directory, name, kind }: ChangedName): void {
    // A name that is not UTF-8 arrives mangled, so only its directory can be announced.
    if (name.includes('\uFFFD')) {
      this.#batch.rescan(directory.path);
      return;
    }
    const path = joinPath(directory.path, name);
    // `undefined` when there is no entry.
    const isDirectory = lstatIfReadable(this.#absolute(path))?.isDirectory();
    if (isDirectory === true && this.#ignored.has(path)) return;
    if (name === GIT) {
      // For a `.git` only its creation and deletion are announced, not its content.
      if (kind === 'rename') this.#batch.hint(path, isDirectory === undefined ? 'deleted' : 'created');
      return;
    }
    if (isDirectory !== true) {
      this.#forget(path);
      if (isDirectory === undefined) this.#batch.hint(path, 'deleted');
      else this.#batch.hint(path, kind === 'rename' ? 'created' : 'changed');
      return;
    }
    const known = directory.children.get(name);
    const isSame =
      known?.isDoubtful === false && known.identity === directoryIdentitySync(this.#absolute(path));
    this.#batch.hint(path, isSame || kind === 'change' ? 'changed' : 'created');
    if (isSame) return;
    this.#forget(path);
    this.#adopt(path, directory);
  }

  #adopt(directory: RelPath, parent: DirectoryWatch | undefined, isRetry = false): void {
    const adoption: Adoption = { directory, isRetry, toVisit: 1, watched: 0 };
    this.#toVisit.push({ path: directory, parent, adoption });
    this.#sliceSoon();
  }

  #visit({ path, parent, adoption }: Visit): void {
    const isWanted = parent?.isOpen !== false && !this.#ignored.has(path);
    const directory = isWanted ? this.#watch(path, parent, adoption) : undefined;
    if (directory !== undefined) {
      for (const name of this.#readDirectories(path)) {
        const child = joinPath(path, name);
        this.#toVisit.push({ path: child, parent: directory, adoption });
        adoption.toVisit += 1;
      }
    }
    adoption.toVisit -= 1;
    const isChanged = !adoption.isRetry || adoption.watched > 0;
    if (adoption.toVisit === 0 && isChanged) this.#batch.rescan(adoption.directory);
  }

  /** Watches a directory; returns the watch if the directory must be visited. */
  #watch(path: RelPath, parent: DirectoryWatch | undefined, adoption: Adoption): DirectoryWatch | undefined {
    if (this.#limit !== undefined) {
      this.#unwatched.add(adoption.isRetry ? adoption.directory : path);
      return undefined;
    }
    const known = this.#watches.find(path);
    if (known !== undefined) return adoption.isRetry ? known : undefined;
    const absolute = this.#absolute(path);
    const identity = directoryIdentitySync(absolute);
    if (path === EVERYTHING) {
      this.#identity = identity;
      this.#rootProblem = identity === undefined ? explainMissingRoot(this.#options.root) : undefined;
    }
    if (identity === undefined) return undefined;
    this.#forgetMoved(path, identity);
    try {
      const close = this.#watchDirectory(absolute, (kind, name) => {
        this.#receive(directory, kind, name);
      });
      const directory = new DirectoryWatch(path, identity, parent, close);
      this.#watches.add(directory);
      adoption.watched += 1;
      return directory;
    } catch (error) {
      this.#takeError(path, messageOf(error));
      return undefined;
    }
  }

  /**
   * Ends the watch of a directory that has moved to `path` before it is watched there: the kernel has one watch for
   * both paths, and Node would report its events under the old name.
   */
  #forgetMoved(path: RelPath, identity: string): void {
    const other = this.#watches.withIdentity(identity);
    if (other === undefined || other.path === path) return;
    if (directoryIdentitySync(this.#absolute(other.path)) !== identity) this.#watches.remove(other);
  }

  #readDirectories(path: RelPath): string[] {
    try {
      return readdirSync(this.#absolute(path), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== GIT && !entry.name.includes('\uFFFD'))
        .map((entry) => entry.name);
    } catch (error) {
      this.#takeError(path, messageOf(error));
      return [];
    }
  }

  /** A missing or unreadable directory is not watched; its parent's watch reports when that changes. */
  #takeError(path: RelPath, message: string): void {
    if (isWatchLimit(message)) this.#limit = message;
    else if (path === EVERYTHING) this.#rootProblem = explainWatchError(this.#options.root, message);
    else return;
    this.#unwatched.add(path);
  }

  /** Ends all watches at and below a path, and drops their state. */
  #forget(path: RelPath): void {
    const known = this.#watches.find(path);
    if (known !== undefined) this.#watches.remove(known);
    this.#unwatched.remove(path);
  }

  #renew(): void {
    this.#forget(EVERYTHING);
    this.#changedNames.clear();
    this.#toVisit = [];
    this.#limit = undefined;
    this.#adopt(EVERYTHING, undefined);
  }

  #checkLater(): void {
    this.#options.clock.after(CHECK_MS, () => {
      void this.#check().then(() => {
        this.#checkLater();
      });
    });
  }

  async #check(): Promise<void> {
    const identity = await directoryIdentity(this.#options.root);
    if (identity !== this.#identity || this.#watches.root?.isDoubtful === true) this.#renew();
  }

  #retry(): void {
    this.#isRetryDue = false;
    this.#limit = undefined;
    for (const directory of this.#unwatched.take()) {
      const parent = directory === EVERYTHING ? undefined : this.#watches.find(parentOf(directory));
      if (directory === EVERYTHING || parent !== undefined) this.#adopt(directory, parent, true);
    }
    this.#sliceSoon();
  }

  /** Reports the state of the watch if it has changed. */
  #report(): void {
    const problem = this.#findProblem();
    const text = JSON.stringify(problem ?? null);
    if (text !== this.#reported) {
      this.#reported = text;
      this.#options.onState(problem);
    }
    if (this.#unwatched.isEmpty) {
      this.#retryMs = FIRST_RETRY_MS;
    } else if (!this.#isRetryDue) {
      this.#isRetryDue = true;
      this.#options.clock.after(this.#retryMs, () => {
        this.#retry();
      });
      this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
    }
  }

  #findProblem(): WatchProblem | undefined {
    if (this.#rootProblem !== undefined) return { reason: this.#rootProblem, unwatched: [EVERYTHING] };
    if (this.#limit === undefined || this.#unwatched.isEmpty) return undefined;
    const reason = explainWatchError(this.#options.root, this.#limit);
    return { reason, unwatched: this.#unwatched.directories };
  }

  #rescan(directory: RelPath): void {
    this.#batch.rescan(directory);
    this.#announce();
  }

  #announce(): void {
    // The state must be reported before the batch: a comparison that started earlier does not count as complete.
    if (this.#reported !== undefined && !this.#batch.isEmpty) this.#throttle.trigger();
  }

  async #flush(): Promise<void> {
    if (this.#batch.isEmpty) return;
    await this.#options.onBatch({ root: this.#options.root, ...this.#batch.take() });
  }

  #absolute(path: RelPath): string {
    const { root } = this.#options;
    return path === EVERYTHING ? root : `${root}/${path}`;
  }

  #nameOf({ path }: DirectoryWatch): string {
    return path === EVERYTHING ? basename(this.#options.root) : nameOf(path);
  }
}
