import { type FSWatcher, watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import type { Clock } from '../../actors/runtime/clock.js';
import { Debounce } from './debounce.js';
import { directoryIdentity } from './directory-identity.js';

// git takes a lock, writes and renames: one command is a handful of events.
const CALM = { quietMs: 50, maxMs: 500 };

// For what no watch tells: a directory that is missing or was replaced, a system without watches.
const CHECK_MS = 2_000;

export interface GitDirectoryOptions {
  /** It may be missing for a while. */
  readonly gitDirectory: AbsPath;
  readonly clock: Clock;
  /** Which files are tracked, or what `info/exclude` says, may have changed since `started`. */
  readonly onChange: () => void;
  /** How often to look for what no watch tells. Units: milliseconds. Default: 2000. */
  readonly checkMs?: number;
}

/**
 * Watches what git knows beside the rule files of a tree: the index and `info/exclude`.
 * Source: SPEC W3, W12.
 */
export class GitDirectory {
  /** Resolves when changes are noticed: what is asked of git from then on is either true or followed by a change. */
  readonly started: Promise<void>;
  readonly #options: GitDirectoryOptions;
  readonly #calm: Debounce;
  #watches: FSWatcher[] = [];
  #watched = '';
  #seen: string | undefined;
  #callOffCheck: () => void = () => undefined;
  #isClosed = false;
  #work: Promise<void>;

  constructor(options: GitDirectoryOptions) {
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
    this.#unwatch();
  }

  #checkLater(): void {
    this.#callOffCheck = this.#options.clock.after(this.#options.checkMs ?? CHECK_MS, () => {
      this.#work = this.#work.then(() => this.#check());
      this.#checkLater();
    });
  }

  /** Watches what is there now, and only then looks whether it is what was there before. */
  async #check(): Promise<void> {
    const { gitDirectory, onChange } = this.#options;
    const info = join(await commonDirectory(gitDirectory), 'info');
    const directories = [gitDirectory, info];
    const identities = await Promise.all(directories.map(directoryIdentity));
    if (this.#isClosed) return;
    if (this.#watched !== identities.join()) {
      this.#unwatch();
      this.#watched = identities.join();
      for (const directory of directories) this.#watch(directory);
    }
    const files = [join(gitDirectory, 'index'), join(info, 'exclude')];
    const seen = (await Promise.all(files.map(fileVersion))).join();
    const isChange = this.#seen !== undefined && this.#seen !== seen;
    this.#seen = seen;
    if (isChange && !this.#isClosed) onChange();
  }

  #watch(directory: string): void {
    try {
      const watched = watch(directory, (event, name) => {
        // The directory itself was deleted or moved; the next one may get its number.
        if (event === 'rename' && name === basename(directory)) this.#watched = '';
        this.#calm.poke();
      });
      watched.on('error', () => {
        this.#watched = '';
      });
      this.#watches.push(watched);
    } catch {
      // Missing, or out of watches: the regular check remains.
    }
  }

  #unwatch(): void {
    for (const watched of this.#watches) watched.close();
    this.#watches = [];
  }
}

/** Where git keeps what worktrees share; the git directory itself when there are none. */
async function commonDirectory(gitDirectory: AbsPath): Promise<string> {
  try {
    const text = await readFile(join(gitDirectory, 'commondir'), 'utf8');
    return resolve(gitDirectory, text.trim());
  } catch {
    return gitDirectory;
  }
}

/** Changes whenever the file is written, replaced, created or deleted. */
async function fileVersion(path: string): Promise<string> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino}:${size}:${mtimeNs}`;
  } catch {
    return 'missing';
  }
}
