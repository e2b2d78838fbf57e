import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import type { Clock } from '../../actors/runtime/clock.js';
import { GitDirectory } from '../watch/git-directory.js';
import type { RootRules } from './root-rules.js';
import type { WorkspaceRoot } from './workspace-root.js';

// There may be a thousand of them, and what a watch does not tell is seen by the comparisons with the disk as well.
const NESTED_CHECK_MS = 30_000;

const ROOT = '' as RelPath;

/** An eye on the git directory of a root, and on that of each repository below it. */
export class GitWatches {
  readonly #root: Pick<WorkspaceRoot, 'takeGitChange'>;
  readonly #clock: Clock;
  #own: GitDirectory | undefined;
  #ownPath: AbsPath | undefined;
  #nested = new Map<AbsPath, GitDirectory>();
  // By git directory: that of a submodule stays where it is when the submodule is moved.
  #paths: ReadonlyMap<AbsPath, RelPath> = new Map();
  #repositories: RootRules['repositories'] | undefined;
  #starting: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(root: Pick<WorkspaceRoot, 'takeGitChange'>, clock: Clock) {
    this.#root = root;
    this.#clock = clock;
  }

  /** Takes over the repositories that a scan has met. */
  follow({ git, repositories }: Pick<RootRules, 'git' | 'repositories'>): void {
    this.#watchOwn(git.repository?.gitDirectory);
    // It is replaced when it changes.
    if (repositories === this.#repositories) return;
    this.#repositories = repositories;
    this.#starting = this.#starting.then(() => this.#watchNested(repositories));
  }

  close(): void {
    this.#isClosed = true;
    this.#own?.close();
    for (const watched of this.#nested.values()) watched.close();
  }

  #watchOwn(path: AbsPath | undefined): void {
    if (path === this.#ownPath) return;
    this.#ownPath = path;
    this.#own?.close();
    this.#own = undefined;
    if (path === undefined) return;
    const onChange = (): void => {
      this.#root.takeGitChange(ROOT);
    };
    this.#own = new GitDirectory({ gitDirectory: path, clock: this.#clock, onChange });
    // What git said before this watch was live may have changed since.
    void this.#own.started.then(onChange);
  }

  /** One after the other, so that a folder of a thousand repositories leaves this thread to who asks it something. */
  async #watchNested(repositories: RootRules['repositories']): Promise<void> {
    const wanted = new Map<AbsPath, RelPath>();
    for (const [path, { place }] of repositories) {
      if (place !== 'unreadable') wanted.set(place.gitDirectory as AbsPath, path);
    }
    this.#paths = wanted;
    for (const [gitDirectory, watched] of this.#nested) {
      if (wanted.has(gitDirectory)) continue;
      watched.close();
      this.#nested.delete(gitDirectory);
    }
    let hasStarted = false;
    for (const gitDirectory of wanted.keys()) {
      if (this.#isClosed || this.#repositories !== repositories) break;
      if (this.#nested.has(gitDirectory)) continue;
      const onChange = (): void => {
        const path = this.#paths.get(gitDirectory);
        if (path !== undefined) this.#root.takeGitChange(path);
      };
      const options = { gitDirectory, clock: this.#clock, onChange, checkMs: NESTED_CHECK_MS };
      const watched = new GitDirectory(options);
      this.#nested.set(gitDirectory, watched);
      await watched.started;
      hasStarted = true;
    }
    if (hasStarted && !this.#isClosed) this.#root.takeGitChange(ROOT);
  }
}
