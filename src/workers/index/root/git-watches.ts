import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { hasNestedChanged, type NestedRules, readNestedRepository } from '../../ignore/git/nested-rules.js';
import { absolutePath } from '../../disk/absolute-path.js';
import { WatchedFiles } from '../../watch/watched-files.js';
import type { RootRules } from '../rules/root-rules.js';
import type { WorkspaceRoot } from './workspace-root.js';

// There may be a thousand of them, and the comparisons with the disk find what a watch misses.
const NESTED_CHECK_MS = 30_000;

const ROOT = '' as RelPath;

/** The files of one repository. */
interface RepositoryWatch {
  readonly files: readonly string[];
  readonly watched: WatchedFiles;
}

/** The receiver of changes, with the path of its root. */
type GitWatchedRoot = Pick<WorkspaceRoot, 'takeGitChange'> & {
  readonly config: Pick<WorkspaceRoot['config'], 'path'>;
};

/**
 * Watches the git files that decide about a root besides its rule files: the index of its repository, the excludes
 * files and git's configuration, and the same for each repository below it. A file that was read before its watch was
 * live is read once more. Source: SPEC W3, W12.
 */
export class GitWatches {
  readonly #root: GitWatchedRoot;
  readonly #clock: Clock;
  #own: RepositoryWatch | undefined;
  readonly #nested = new Map<RelPath, RepositoryWatch>();
  #ignoreCase = false;
  #repositories: RootRules['repositories'] | undefined;
  #starting: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(root: GitWatchedRoot, clock: Clock) {
    this.#root = root;
    this.#clock = clock;
  }

  /** Watches the git files and the repositories that a scan has found. */
  follow({ git, repositories }: Pick<RootRules, 'git' | 'repositories'>): void {
    this.#ignoreCase = git.ignoreCase;
    const { repository, sourceFiles } = git;
    this.#watchOwn(
      repository === null ? sourceFiles : [join(repository.gitDirectory, 'index'), ...sourceFiles],
    );
    // A new map is created for every change.
    if (repositories === this.#repositories) return;
    this.#repositories = repositories;
    this.#starting = this.#starting.then(() => this.#watchNested(repositories));
  }

  close(): void {
    this.#isClosed = true;
    this.#own?.watched.close();
    for (const { watched } of this.#nested.values()) watched.close();
  }

  #watchOwn(files: readonly string[]): void {
    const before = this.#own;
    if (isDeepStrictEqual(before?.files ?? [], files)) return;
    const onChange = (): void => {
      this.#root.takeGitChange(ROOT);
    };
    const watched = new WatchedFiles({ files, clock: this.#clock, onChange });
    this.#own = { files, watched };
    void watched.started.then(() => {
      before?.watched.close();
      if (!this.#isClosed) onChange();
    });
  }

  /** One after the other, so that a folder of a thousand repositories does not block this thread. */
  async #watchNested(repositories: RootRules['repositories']): Promise<void> {
    for (const [path, { files, watched }] of this.#nested) {
      const nested = repositories.get(path);
      if (nested !== undefined && isDeepStrictEqual(files, filesOf(nested))) continue;
      watched.close();
      this.#nested.delete(path);
    }
    let hasStarted = false;
    for (const [path, nested] of repositories) {
      if (this.#isClosed || this.#repositories !== repositories) break;
      if (this.#nested.has(path)) continue;
      const onChange = (): void => {
        this.#root.takeGitChange(path);
      };
      const files = filesOf(nested);
      const watched = new WatchedFiles({ files, clock: this.#clock, onChange, checkMs: NESTED_CHECK_MS });
      this.#nested.set(path, { files, watched });
      await watched.started;
      hasStarted = true;
      if (!this.#isClosed && this.#hasChanged(path, nested)) onChange();
    }
    if (hasStarted && !this.#isClosed) this.#root.takeGitChange(ROOT);
  }

  #hasChanged(path: RelPath, nested: NestedRules): boolean {
    try {
      const directory = absolutePath(this.#root.config.path, path);
      return hasNestedChanged(nested, readNestedRepository(directory, this.#ignoreCase));
    } catch {
      // A shortage of files or memory: the sweep that follows will find it and report it.
      return true;
    }
  }
}

function filesOf({ place, sourceFiles }: NestedRules): readonly string[] {
  return place === null || place === 'unreadable'
    ? sourceFiles
    : [join(place.gitDirectory, 'index'), ...sourceFiles];
}
