import { basename, join } from 'node:path';
import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';
import { isThereSync } from '../../../../workers/disk/is-there.js';
import type { FoundRepositories } from './find-repositories.js';
import { type GitProgram, listPrograms } from './list-programs.js';
import {
  addFile,
  addHooks,
  addProgram,
  readLockPlace,
  readState,
  type RepositoryState,
  type WatchedFile,
} from './repository-state.js';
import { setAside, revertFile } from './revert-file.js';

interface RepositoryWatchOptions {
  /** The program that reads settings. */
  readonly git: string;
  /** Folders of hooks outside of repositories, which `core.hooksPath` names. */
  readonly hookFolders: readonly string[];
  /** Files that the settings of repositories include, whether they exist or not. */
  readonly settingsFiles: readonly string[];
  /** Files that settings name as programs, whether they exist or not. */
  readonly programs: readonly string[];
  /** The folders of the workspace. */
  readonly roots: readonly string[];
  /** What the command cannot write to: a change there is somebody else's. */
  readonly locked: readonly string[];
}

interface Snapshot {
  /** Shape: by the path of the marker. */
  readonly states: ReadonlyMap<string, RepositoryState>;
  readonly hooks: ReadonlyMap<string, WatchedFile>;
  readonly gap?: string;
}

/**
 * Notices what a command left behind that would make git run a program which was not there before, and undoes it. Mounts
 * lock what exists; this covers what a command makes anew. Bounds: those of `findRepositories`.
 * Source: SPEC T10.
 */
export class RepositoryWatch {
  readonly #options: RepositoryWatchOptions;
  /** Where the locks were. Shape: by what is locked. */
  readonly #places: ReadonlyMap<string, string>;
  #before: Snapshot;

  private constructor(
    options: RepositoryWatchOptions,
    places: ReadonlyMap<string, string>,
    before: Snapshot,
  ) {
    this.#options = options;
    this.#places = places;
    this.#before = before;
  }

  /** Keeps the state of the repositories that were found, with which `repair` compares. */
  static async start(options: RepositoryWatchOptions, found: FoundRepositories): Promise<RepositoryWatch> {
    const places = await Promise.all(
      options.locked.map(async (path) => [path, await readLockPlace(path)] as const),
    );
    return new RepositoryWatch(options, new Map(places), await takeSnapshot(found, options));
  }

  /**
   * Undoes what appeared since the last look. What is new is renamed and what was changed is put back, so that nothing of
   * it is lost. Shape: a sentence for each thing that was undone, or that could not be looked at.
   */
  async repair(found: FoundRepositories): Promise<readonly string[]> {
    const now = await takeSnapshot(found, this.#options);
    const notes: string[] = [];
    // Only what was judged here counts as known. What a job of a terminal makes in the meantime is new the next time.
    const states = new Map<string, RepositoryState>();
    for (const [marker, state] of now.states) {
      const before = this.#before.states.get(marker);
      if (before?.identity === state.identity) {
        const files = await this.#compare(before.files, state.files, notes);
        states.set(marker, { ...state, files });
      } else if (!(await this.#setsAside(state, now, notes))) {
        states.set(marker, state);
      }
    }
    const hooks = await this.#compare(this.#before.hooks, now.hooks, notes);
    const gap = this.#before.gap ?? now.gap;
    if (gap !== undefined) {
      notes.push(
        `New git repositories may have been overlooked, because ${gap}. Look before you run git there.`,
      );
    }
    this.#before = { ...now, states, hooks };
    return notes;
  }

  /** Judges a repository that was not there, or another one in its place. Returns whether it was renamed. */
  async #setsAside(state: RepositoryState, now: Snapshot, notes: string[]): Promise<boolean> {
    const { marker } = state.repository;
    const [program] =
      state.repository.isUnclear === true
        ? [{ text: 'cannot be followed here, and may be followed by git' }]
        : await this.#listNewPrograms(state, now);
    if (program === undefined) return false;
    if (this.#before.gap !== undefined) {
      notes.push(`${marker} ${program.text}, and may be new. Look before you run git there.`);
      return false;
    }
    const hidden = basename(marker) === '.git' ? marker : join(marker, 'HEAD');
    // Another marker may have led to the same folder, and its HEAD has been renamed by that.
    if (!isThereSync(hidden)) return true;
    const aside = await setAside(hidden);
    // A folder under another name is a bare repository for whoever goes there.
    if (hidden === marker) await setAside(join(aside, 'HEAD')).catch(() => undefined);
    notes.push(`The command made a git repository that ${program.text}: ${hidden} was renamed to ${aside}.`);
    return true;
  }

  async #listNewPrograms(
    { repository, files }: RepositoryState,
    now: Snapshot,
  ): Promise<readonly GitProgram[]> {
    const { marker, gitFolder } = repository;
    // Those that are still there: a command can move one away, and make another at its path.
    const known = [...this.#before.states.values()].filter(
      (old) => now.states.get(old.repository.marker)?.identity === old.identity,
    );
    // A submodule or a linked work tree of a repository that was there: git made it.
    const isPart = known.some(({ repository: { commonFolder } }) => isInside(commonFolder, gitFolder));
    if (!isPart && !isInside(marker, gitFolder)) {
      return [{ key: marker, text: `takes everything from ${gitFolder}` }];
    }
    const all = [...files].filter(
      ([path, { kind }]) => !(isPart && (kind === 'pointer' || known.some((old) => old.files.has(path)))),
    );
    return (await Promise.all(all.map(([path, file]) => this.#listPrograms(path, file)))).flat();
  }

  async #listPrograms(path: string, file: WatchedFile): Promise<readonly GitProgram[]> {
    return await listPrograms(this.#options.git, path, file, this.#options.roots);
  }

  /** Judges the files of a repository that was there. Resolves to those that are known from now on. */
  async #compare(
    before: ReadonlyMap<string, WatchedFile>,
    now: ReadonlyMap<string, WatchedFile>,
    notes: string[],
  ): Promise<ReadonlyMap<string, WatchedFile>> {
    const accepted = new Map(now);
    for (const [path, file] of now) {
      const old = before.get(path);
      if (isSame(old, file) || (await this.#isKeptOut(path, old, file))) continue;
      const known = old === undefined ? [] : await this.#listPrograms(path, old);
      const programs = await this.#listPrograms(path, file);
      const added = programs.find(({ key }) => known.every((program) => program.key !== key));
      if (added === undefined) continue;
      let outcome = 'look at it before you run git there';
      const keeps = KEPT.has(file.kind);
      if (!keeps || isOthers(old, file)) {
        const previous = keeps ? undefined : old;
        outcome = await revertFile(path, previous);
        if (previous === undefined) accepted.delete(path);
        else accepted.set(path, previous);
      }
      notes.push(`The command changed ${path}, with which git ${added.text}: ${outcome}.`);
    }
    return accepted;
  }

  /**
   * Whether the command could not have changed a file, so that somebody else has. A lock holds as long as the folders around it
   * are where they were, and holds no other name of a file.
   */
  async #isKeptOut(path: string, old: WatchedFile | undefined, now: WatchedFile): Promise<boolean> {
    if (now.isLinked && now.identity === old?.identity) return false;
    for (const [locked, place] of this.#places)
      if (isInside(locked, path) && (await readLockPlace(locked)) === place) return true;
    return false;
  }
}

// Files of the workspace like others, and steps that git has taken since: putting them back could lose somebody's work.
const KEPT: ReadonlySet<WatchedFile['kind']> = new Set(['target', 'program', 'todo']);

/**
 * Whether what is at a path now was put there in its place, or written to by another name of it. What was there is locked
 * otherwise, and a change of it is somebody else's.
 */
function isOthers(old: WatchedFile | undefined, now: WatchedFile): boolean {
  const isWrittenByName = now.isLinked && now.identity === old?.identity;
  return now.kind === 'todo' || old?.place !== now.place || isWrittenByName;
}

function isSame(before: WatchedFile | undefined, now: WatchedFile): boolean {
  if (before === undefined) return false;
  const isUnchanged = now.content !== undefined && before.content?.equals(now.content) === true;
  return before.stamp === now.stamp || (isUnchanged && before.mode === now.mode);
}

async function takeSnapshot(
  { repositories, gap }: FoundRepositories,
  {
    hookFolders,
    settingsFiles,
    programs,
  }: Pick<RepositoryWatchOptions, 'hookFolders' | 'settingsFiles' | 'programs'>,
): Promise<Snapshot> {
  const states = await Promise.all(repositories.map(readState));
  const hooks = new Map<string, WatchedFile>();
  await Promise.all([
    ...hookFolders.map((folder) => addHooks(folder, hooks)),
    ...settingsFiles.map((path) => addFile(path, 'settings', hooks)),
    ...programs.map((path) => addProgram(path, hooks)),
  ]);
  return {
    states: new Map(states.map((state) => [state.repository.marker, state])),
    hooks,
    ...omitUndefined({ gap }),
  };
}
