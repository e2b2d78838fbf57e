import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Clock } from '../../actors/runtime/clock.js';
import { Debounce } from '../../actors/runtime/debounce.js';
import { directoryIdentity } from './directory-identity.js';
import { WatchPointFinder } from './watch-points.js';

// git takes a lock, writes and renames: one command is a handful of events.
const CALM = { quietMs: 50, maxMs: 500 };

// For what no watch tells: a directory further up that was replaced, a system without watches.
const CHECK_MS = 2_000;

// Far more than configurations need; a stranger's repository may include files in any number of directories.
const MAX_WATCHES = 64;

// A watch that has become live may show that there is more to watch. Who replaces links without end is seen by the
// regular check.
const MAX_ROUNDS = 16;

export interface WatchedFilesOptions {
  /** They may be missing, and so may the directories that they are in. Shape: absolute. */
  readonly files: readonly string[];
  readonly clock: Clock;
  /** One of the files may be other than it was when `started` resolved. */
  readonly onChange: () => void;
  /** How often to look for what no watch tells. Units: milliseconds. Default: 2000. */
  readonly checkMs?: number;
}

interface DirectoryWatch {
  readonly identity: string;
  /** The names in it that matter. */
  names: ReadonlySet<string>;
  readonly close: () => void;
}

/**
 * Watches single files wherever they are: written in place or replaced, created, deleted, reached through links. A
 * directory that something is looked for in is watched by itself, never what is below it.
 */
export class WatchedFiles {
  /** Resolves when changes are noticed: what is read from then on is either true or followed by a change. */
  readonly started: Promise<void>;
  readonly #options: WatchedFilesOptions;
  readonly #calm: Debounce;
  readonly #watches = new Map<string, DirectoryWatch>();
  #seen: string | undefined;
  #callOffCheck: () => void = () => undefined;
  #isClosed = false;
  #work: Promise<void>;

  constructor(options: WatchedFilesOptions) {
    this.#options = options;
    this.#calm = new Debounce(options.clock, CALM, () => {
      this.#work = this.#work.then(() => this.#check());
    });
    this.started = this.#check();
    this.#work = this.started;
    this.#checkLater();
  }

  /** Nothing is announced any more. */
  close(): void {
    this.#isClosed = true;
    this.#calm.cancel();
    this.#callOffCheck();
    for (const directory of this.#watches.keys()) this.#unwatch(directory);
  }

  #checkLater(): void {
    this.#callOffCheck = this.#options.clock.after(this.#options.checkMs ?? CHECK_MS, () => {
      this.#work = this.#work.then(() => this.#check());
      this.#checkLater();
    });
  }

  /** Watches what is there now, and only then looks whether it is what was there before. */
  async #check(): Promise<void> {
    const { files, onChange } = this.#options;
    for (let round = 0; round < MAX_ROUNDS; round++) if (!(await this.#followPoints())) break;
    const seen = (await Promise.all(files.map(fileVersion))).join();
    const isChange = this.#seen !== undefined && this.#seen !== seen;
    this.#seen = seen;
    if (isChange && !this.#isClosed) onChange();
  }

  /** Watches where the ways to the files lead now. Whether it opened a watch: before that the ways may have changed. */
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
        // The directory itself was deleted or moved; the next one may get its number.
        const isOwn = event === 'rename' && name === basename(directory);
        if (isOwn) this.#unwatch(directory);
        if (isOwn || name === null || known.names.has(name)) this.#calm.trigger();
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
      // Gone, or out of watches: the regular check remains.
      return false;
    }
  }

  #unwatch(directory: string): void {
    this.#watches.get(directory)?.close();
    this.#watches.delete(directory);
  }
}

/** Changes whenever a file is written, replaced, created or deleted; of a directory, when it is another one. */
async function fileVersion(path: string): Promise<string> {
  try {
    const stats = await stat(path, { bigint: true });
    const { ino, size, mtimeNs, ctimeNs } = stats;
    return stats.isDirectory() ? `directory:${ino}` : `${ino}:${size}:${mtimeNs}:${ctimeNs}`;
  } catch {
    return 'missing';
  }
}
