import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Clock } from '../../actors/runtime/clock.js';
import { Debounce } from '../../actors/runtime/debounce.js';
import { directoryIdentity } from './directory-identity.js';
import { WatchPointFinder } from './watch-points.js';

// git takes a lock, writes and renames: one command causes a handful of events.
const DEBOUNCE = { quietMs: 50, maxMs: 500 };

// For changes that no watch reports: a replaced directory further up, a system without watches.
const CHECK_MS = 2_000;

// Far more than configurations need; an untrusted repository may include files in any number of directories.
const MAX_WATCHES = 64;

// A watch that becomes live may reveal more paths to watch. Endlessly replaced links are left to the regular check.
const MAX_ROUNDS = 16;

interface WatchedFilesOptions {
  /** The files and their directories may be missing. Shape: absolute paths. */
  readonly files: readonly string[];
  readonly clock: Clock;
  /** Called when one of the files may have changed since `started` resolved. */
  readonly onChange: () => void;
  /** How often to check for changes that no watch reports. Units: milliseconds. Default: 2000. */
  readonly checkMs?: number;
}

interface DirectoryWatch {
  readonly identity: string;
  /** The watched names in the directory. */
  names: ReadonlySet<string>;
  readonly close: () => void;
}

/**
 * Watches single files anywhere: whether they are written in place or replaced, created, deleted, or reached through
 * links. Watches only the directories on their paths, never whole trees.
 */
export class WatchedFiles {
  /** Resolves when the watches are live: every change of a file read after that is reported. */
  readonly started: Promise<void>;
  readonly #options: WatchedFilesOptions;
  readonly #debounce: Debounce;
  readonly #watches = new Map<string, DirectoryWatch>();
  #seen: string | undefined;
  #callOffCheck: () => void = () => undefined;
  #isClosed = false;
  #work: Promise<void>;

  constructor(options: WatchedFilesOptions) {
    this.#options = options;
    this.#debounce = new Debounce(options.clock, DEBOUNCE, () => {
      this.#work = this.#work.then(() => this.#check());
    });
    this.started = this.#check();
    this.#work = this.started;
    this.#checkLater();
  }

  /** Stops watching; `onChange` is not called any more. */
  close(): void {
    this.#isClosed = true;
    this.#debounce.cancel();
    this.#callOffCheck();
    for (const directory of this.#watches.keys()) this.#unwatch(directory);
  }

  #checkLater(): void {
    this.#callOffCheck = this.#options.clock.after(this.#options.checkMs ?? CHECK_MS, () => {
      this.#work = this.#work.then(() => this.#check());
      this.#checkLater();
    });
  }

  /** Watches the files first and compares their versions then, so that no change in between is missed. */
  async #check(): Promise<void> {
    const { files, onChange } = this.#options;
    for (let round = 0; round < MAX_ROUNDS; round++) if (!(await this.#followPoints())) break;
    const seen = (await Promise.all(files.map(fileVersion))).join();
    const isChange = this.#seen !== undefined && this.#seen !== seen;
    this.#seen = seen;
    if (isChange && !this.#isClosed) onChange();
  }

  /** Watches the files' current watch points. Resolves to whether it opened a watch, before which points may change. */
  async #followPoints(): Promise<boolean> {
    const finder = new WatchPointFinder();
    const names = new Map<string, Set<string>>();
    const points = await Promise.all(this.#options.files.map((file) => finder.find(file)));
    for (const { directory, name } of points.flat()) {
      const known = names.get(directory);
      if (known !== undefined) known.add(name);
      else if (names.size < MAX_WATCHES) names.set(directory, new Set([name]));
    }
    const identities = await Promise.all([...names.keys()].map(directoryIdentity));
    if (this.#isClosed) return false;
    for (const directory of this.#watches.keys()) if (!names.has(directory)) this.#unwatch(directory);
    let hasOpened = false;
    for (const [index, [directory, wanted]] of [...names].entries()) {
      const identity = identities[index];
      const known = this.#watches.get(directory);
      if (known?.identity === identity) {
        if (known !== undefined) known.names = wanted;
        continue;
      }
      this.#unwatch(directory);
      if (identity !== undefined && this.#watch(directory, identity, wanted)) hasOpened = true;
    }
    return hasOpened;
  }

  #watch(directory: string, identity: string, names: ReadonlySet<string>): boolean {
    try {
      const watched: FSWatcher = watch(directory, (event, name) => {
        // The directory itself was deleted or moved, and its inode may be reused.
        const isOwn = event === 'rename' && name === basename(directory);
        if (isOwn) this.#unwatch(directory);
        if (isOwn || name === null || known.names.has(name)) this.#debounce.trigger();
      });
      const known: DirectoryWatch = {
        identity,
        names,
        close: () => {
          watched.close();
        },
      };
      watched.on('error', () => {
        this.#unwatch(directory);
      });
      this.#watches.set(directory, known);
      return true;
    } catch {
      // The directory is gone, or the watches have run out: the regular check covers it.
      return false;
    }
  }

  #unwatch(directory: string): void {
    this.#watches.get(directory)?.close();
    this.#watches.delete(directory);
  }
}

/** A value that changes whenever a file is written, replaced, created or deleted, or a directory is replaced. */
async function fileVersion(path: string): Promise<string> {
  try {
    const stats = await stat(path, { bigint: true });
    const { ino, size, mtimeNs, ctimeNs } = stats;
    return stats.isDirectory() ? `directory:${ino}` : `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch {
    return 'missing';
  }
}
