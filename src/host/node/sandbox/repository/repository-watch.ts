import { basename, join } from 'node:path';
import { isInside } from '../../../../actors/tools/gate/is-inside.js';
import type { FoundRepositories } from './find-repositories.js';
import { type GitProgram, listPrograms } from './list-programs.js';
import {
  addHooks,
  addSettings,
  readState,
  type RepositoryState,
  type WatchedFile,
} from './repository-state.js';
import { setAside, undo } from './undo.js';

interface RepositoryWatchOptions {
  /** The program that reads settings. */
  readonly git: string;
  /** Folders of hooks outside of repositories, which `core.hooksPath` names. */
  readonly hookFolders: readonly string[];
  /** Files that the settings of repositories include, whether they exist or not. */
  readonly settingsFiles: readonly string[];
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
  #before: Snapshot;

  private constructor(options: RepositoryWatchOptions, before: Snapshot) {
    this.#options = options;
    this.#before = before;
  }

  /** Keeps the state of the repositories that were found, with which `repair` compares. */
  static async start(options: RepositoryWatchOptions, found: FoundRepositories): Promise<RepositoryWatch> {
    return new RepositoryWatch(options, await takeSnapshot(found, options));
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
      } else if (!(await this.#setsAside(state, notes))) {
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
  async #setsAside(state: RepositoryState, notes: string[]): Promise<boolean> {
    const { marker } = state.repository;
    const [program] = await this.#listNewPrograms(state);
    if (program === undefined) return false;
    if (this.#before.gap !== undefined) {
      notes.push(`${marker} ${program.text}, and may be new. Look before you run git there.`);
      return false;
    }
    const hidden = basename(marker) === '.git' ? marker : join(marker, 'HEAD');
    const aside = await setAside(hidden);
    notes.push(`The command made a git repository that ${program.text}: ${hidden} was renamed to ${aside}.`);
    return true;
  }

  async #listNewPrograms({ repository, files }: RepositoryState): Promise<readonly GitProgram[]> {
    const { marker, gitFolder } = repository;
    const known = [...this.#before.states.values()];
    // A submodule or a linked work tree of a repository that was there: git made it.
    const isPart = known.some(({ repository: { commonFolder } }) => isInside(commonFolder, gitFolder));
    if (!isPart && !isInside(marker, gitFolder)) {
      return [{ key: marker, text: `takes everything from ${gitFolder}` }];
    }
    const all = [...files].filter(
      ([path, { kind }]) => !(isPart && (kind === 'pointer' || known.some((old) => old.files.has(path)))),
    );
    return (await Promise.all(all.map(([path, file]) => listPrograms(this.#options.git, path, file)))).flat();
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
      if (isSame(old, file) || this.#options.locked.some((folder) => isInside(folder, path))) continue;
      const known = old === undefined ? [] : await listPrograms(this.#options.git, path, old);
      const programs = await listPrograms(this.#options.git, path, file);
      const added = programs.find(({ key }) => known.every((program) => program.key !== key));
      if (added === undefined) continue;
      let outcome = 'look at it before you run git there';
      // What a hook is a link to is a file of the workspace like others: putting it back could lose somebody's work.
      if (file.kind !== 'target') {
        outcome = await undo(path, old);
        if (old === undefined) accepted.delete(path);
        else accepted.set(path, old);
      }
      notes.push(`The command changed ${path}, with which git ${added.text}: ${outcome}.`);
    }
    return accepted;
  }
}

function isSame(before: WatchedFile | undefined, now: WatchedFile): boolean {
  if (before === undefined) return false;
  const isUnchanged = now.content !== undefined && before.content?.equals(now.content) === true;
  return before.stamp === now.stamp || (isUnchanged && before.mode === now.mode);
}

async function takeSnapshot(
  { repositories, gap }: FoundRepositories,
  { hookFolders, settingsFiles }: Pick<RepositoryWatchOptions, 'hookFolders' | 'settingsFiles'>,
): Promise<Snapshot> {
  const states = await Promise.all(repositories.map(readState));
  const hooks = new Map<string, WatchedFile>();
  await Promise.all([
    ...hookFolders.map((folder) => addHooks(folder, hooks)),
    ...settingsFiles.map((path) => addSettings(path, hooks)),
  ]);
  return {
    states: new Map(states.map((state) => [state.repository.marker, state])),
    hooks,
    ...(gap === undefined ? {} : { gap }),
  };
}
