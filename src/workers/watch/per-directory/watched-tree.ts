import { lstatSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import type { RelPath } from '../../../actors/protocol/workspace.js';
import { joinPath, nameOf, parentOf } from '../../../actors/protocol/rel-path.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { Throttle } from '../../../actors/runtime/throttle.js';
import { Burst } from '../burst.js';
import { Coalescer } from '../coalesce.js';
import { directoryIdentity, directoryIdentitySync } from '../directory-identity.js';
import { DirectoryWatch, DirectoryWatches } from './directory-watches.js';
import type { QueueMeter } from './queue-meter.js';
import { Touched, type TouchedName } from './touched.js';
import { Unwatched } from './unwatched.js';
import type { BackEndRoot, BackEndRootOptions } from '../back-end/watch-body.js';
import {
  type DirectoryEventKind,
  watchDirectory as watchWithNode,
  type WatchDirectory,
} from './watch-directory.js';
import { explainMissingRoot, explainWatchError, isWatchLimit, messageOf } from '../back-end/watch-error.js';
import type { WatchProblem } from '../back-end/watcher.js';

// After this long the kernel's queue is read again; a slice of 4 ms is some 400 names.
const SLICE_MS = 4;

// A burst comes in a batch for each turn of the event loop; this keeps those from being of a few names each.
const PAUSE_MS = 1;

// How often the root is looked for: what happens to the directories above it is not reported.
const CHECK_MS = 2_000;

// A watch that another program gives back is found soon, and looking for one costs next to nothing.
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 32_000;

const EVERYTHING = '' as RelPath;
const GIT = '.git';

export interface WatchedTreeOptions extends BackEndRootOptions {
  readonly clock: Clock;
  /** Shared by all trees whose events come through one queue of the kernel. */
  readonly meter: QueueMeter;
  /** Default: `fs.watch`. */
  readonly watchDirectory?: WatchDirectory;
}

/** A directory that is to be watched with all below it, and then to be compared with the disk. */
interface Adoption {
  readonly directory: RelPath;
  /** Whether parts of it may be watched already; then it is compared only if others could be. */
  readonly isRetry: boolean;
  /** How many directories of it are still to be visited. */
  toVisit: number;
  watched: number;
}

interface Visit {
  readonly path: RelPath;
  readonly parent: DirectoryWatch | undefined;
  readonly adoption: Adoption;
}

/**
 * Keeps one root watched by a watch for each directory that is not ignored.
 *
 * An event only says which name to look at. The looks, and the visits of new directories, happen in slices between
 * which the kernel's queue is read. A directory is watched first and read then, so what appears in it meanwhile is
 * seen twice rather than never. Where events may have been lost, all watches are made anew and everything is
 * rescanned. Where watches run out, the others remain.
 */
export class WatchedTree implements BackEndRoot {
  readonly #options: WatchedTreeOptions;
  readonly #watchDirectory: WatchDirectory;
  readonly #watches = new DirectoryWatches();
  readonly #touched = new Touched();
  readonly #unwatched = new Unwatched();
  readonly #batch = new Coalescer();
  readonly #throttle: Throttle;
  readonly #burst: Burst;
  #ignored: ReadonlySet<RelPath>;
  #toVisit: Visit[] = [];
  #isSliceDue = false;
  /** Events since the last slice. */
  #events = 0;
  /** The root as it was when it was visited last. */
  #identity: string | undefined;
  /** Why watching is not tried until the next retry: the system's words. */
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
    this.#burst = new Burst(clock, (isLossy) => {
      if (isLossy) this.#renew();
      else this.#rescan(EVERYTHING);
    });
    meter.onSuspicion(() => {
      this.#burst.lose();
    });
  }

  /** Watches from now on, and looks for the root as long as the thread lives. */
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
    // A directory that ends says so by its own name, or by none.
    if (kind === 'rename' && (name === undefined || name === this.#nameOf(directory))) this.#doubt(directory);
  }

  #touch(directory: DirectoryWatch, name: string, kind: DirectoryEventKind): void {
    if (!this.#touched.add(directory, name, kind)) this.#burst.lose();
    this.#sliceSoon();
  }

  #doubt(directory: DirectoryWatch): void {
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
    const untilMs = performance.now() + SLICE_MS;
    let isMore = true;
    while (isMore && performance.now() < untilMs) isMore = this.#step();
    if (isMore) this.#sliceSoon();
    else this.#report();
    this.#announce();
  }

  /** Whether there was something to do. */
  #step(): boolean {
    const touched = this.#touched.take();
    if (touched !== undefined) {
      if (touched.directory.isOpen) this.#look(touched);
      return true;
    }
    const visit = this.#toVisit.pop();
    if (visit === undefined) return false;
    this.#visit(visit);
    return true;
  }

  #look({ directory, name, kind }: TouchedName): void {
    // A name that is not UTF-8 arrives mangled: only its directory can be looked at.
    if (name.includes('\uFFFD')) {
      this.#batch.rescan(directory.path);
      return;
    }
    const path = joinPath(directory.path, name);
    const isDirectory = this.#exists(path);
    if (isDirectory === true && this.#ignored.has(path)) return;
    if (name === GIT) {
      // That there is a repository, not what it is made of.
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

  /** Whether a directory is at a path, or something else; `undefined` when nothing is. */
  #exists(path: RelPath): boolean | undefined {
    try {
      return lstatSync(this.#absolute(path), { throwIfNoEntry: false })?.isDirectory();
    } catch {
      // A parent is a file now, or closed.
      return undefined;
    }
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

  /** The watch of a directory, when what is in it is to be visited as well. */
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
   * both, and Node would go on to call it by its old name.
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

  /** What is gone or may not be read is not watched; its parent tells when that changes. */
  #takeError(path: RelPath, message: string): void {
    if (isWatchLimit(message)) this.#limit = message;
    else if (path === EVERYTHING) this.#rootProblem = explainWatchError(this.#options.root, message);
    else return;
    this.#unwatched.add(path);
  }

  /** Ends what is watched and remembered of a path and below it. */
  #forget(path: RelPath): void {
    const known = this.#watches.find(path);
    if (known !== undefined) this.#watches.remove(known);
    this.#unwatched.remove(path);
  }

  /** Watches everything anew. */
  #renew(): void {
    this.#forget(EVERYTHING);
    this.#touched.clear();
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

  /** Tells how the watch goes when that has changed. */
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
    // That it is watched is told first: a comparison that was asked for before counts for nobody.
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
