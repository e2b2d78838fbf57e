import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { isWithin, parentOf } from '../../actors/protocol/rel-path.js';
import { absolutePath } from '../disk/absolute-path.js';
import { FIELDS, sizeAt, type VersionRef } from './listing.js';
import { type CommittedFiles, type IndexedFile, readCommit, readHead, readIndexed } from './read-commit.js';

/** The files of one checked-out commit below the root. */
interface CommittedFolder {
  readonly folder: RelPath;
  readonly number: number;
  readonly files: CommittedFiles;
  indexed?: ReadonlyMap<RelPath, IndexedFile>;
}

// A number of Node's for a time is a fraction of milliseconds, rounded.
const TIME_STEP_MS = 0.001;

/**
 * What git has of the files of a root: those of the commit that is checked out in it, and in its submodules. A repository
 * below the root with a `.git` folder of its own does not count, because a command may delete it with its files.
 */
export class CommittedRoot {
  readonly #root: AbsPath;
  readonly #repositories: AbsPath[];
  #own: CommittedFolder | undefined;
  #submodules = new Map<RelPath, CommittedFolder>();
  #directories: ReadonlySet<string> | undefined;

  /** `repositories` gets the folders of the repositories, whose positions are the numbers in refs. */
  constructor(root: AbsPath, repositories: AbsPath[]) {
    this.#root = root;
    this.#repositories = repositories;
  }

  /** Reads the files of the commit when another one is checked out. Errors: those of `runGit`; the signal's reason. */
  async refresh(signal: AbortSignal): Promise<void> {
    const read = await this.#read('' as RelPath, this.#own, signal);
    if (read !== this.#own) this.#directories = undefined;
    this.#own = read;
  }

  async addSubmodules(folders: readonly RelPath[], signal: AbortSignal): Promise<void> {
    for (const folder of folders) {
      const read = await this.#read(folder, this.#submodules.get(folder), signal);
      if (read !== undefined) this.#submodules.set(folder, read);
    }
  }

  /** Reads what git knows about the files on the disk, for `refIfUnchanged`. */
  async readIndexes(signal: AbortSignal): Promise<void> {
    for (const committed of this.#all)
      committed.indexed = await readIndexed(
        absolutePath(this.#root, committed.folder),
        committed.files,
        signal,
      );
  }

  forgetIndexes(): void {
    for (const committed of this.#all) delete committed.indexed;
  }

  /** Whether the commit of the root has a file at this path or below it. */
  has(path: RelPath): boolean {
    if (this.#own === undefined) return false;
    if (this.#own.files.objects.has(path)) return true;
    this.#directories ??= directoriesOf(this.#own.files.objects.keys());
    return this.#directories.has(path);
  }

  formatOf(path: RelPath): 'sha1' | 'sha256' {
    return this.#find(path)?.files.format ?? 'sha1';
  }

  /** The ref of a file with this object, if the commit has it at this path. */
  refIfSame(path: RelPath, object: string): VersionRef | undefined {
    const found = this.#find(path);
    const isSame = found?.files.objects.get(within(found, path)) === object;
    return isSame ? `g${found.number}:${object}` : undefined;
  }

  /** The ref of a file of which git's index says that it is that of the commit, after `readIndexes`. */
  refIfUnchanged(path: RelPath, numbers: Float64Array, at: number): VersionRef | undefined {
    const found = this.#find(path);
    const entry = found?.indexed?.get(within(found, path));
    if (found === undefined || entry === undefined) return undefined;
    const [, , mtimeMs = 0, ctimeMs = 0, ino = 0] = numbers.subarray(at * FIELDS, (at + 1) * FIELDS);
    const isSame =
      entry.size === sizeAt(numbers, at) &&
      Math.abs(entry.mtimeMs - mtimeMs) < TIME_STEP_MS &&
      Math.abs(entry.ctimeMs - ctimeMs) < TIME_STEP_MS &&
      entry.ino === ino % 2 ** 32;
    return isSame ? `g${found.number}:${entry.object}` : undefined;
  }

  get #all(): readonly CommittedFolder[] {
    return [...(this.#own === undefined ? [] : [this.#own]), ...this.#submodules.values()];
  }

  #find(path: RelPath): CommittedFolder | undefined {
    for (const [folder, committed] of this.#submodules) if (isWithin(path, folder)) return committed;
    return this.#own;
  }

  async #read(
    folder: RelPath,
    known: CommittedFolder | undefined,
    signal: AbortSignal,
  ): Promise<CommittedFolder | undefined> {
    const absolute = absolutePath(this.#root, folder);
    const commit = await readHead(absolute, signal);
    signal.throwIfAborted();
    if (commit === undefined) return undefined;
    if (known?.files.commit === commit) return known;
    const files = await readCommit(absolute, commit, signal);
    signal.throwIfAborted();
    let number = this.#repositories.indexOf(absolute);
    if (number === -1) number = this.#repositories.push(absolute) - 1;
    return { folder, number, files };
  }
}

function within({ folder }: CommittedFolder, path: RelPath): RelPath {
  return (folder === '' ? path : path.slice(folder.length + 1)) as RelPath;
}

function directoriesOf(paths: Iterable<RelPath>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths)
    for (let folder = parentOf(path); folder !== '' && !found.has(folder); folder = parentOf(folder))
      found.add(folder);
  return found;
}
