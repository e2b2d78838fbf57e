import type { AbsPath } from '../../actors/protocol/workspace.js';
import type { Clock } from '../../actors/runtime/clock.js';
import { GitDirectory } from '../watch/git-directory.js';
import type { Watcher } from '../watch/watcher.js';
import type { RootRules } from './root-rules.js';
import type { WorkspaceRoot } from './workspace-root.js';

/** Keeps what is watched of one root to what its rules let in, and an eye on its git directory. */
export class RootWatch {
  readonly #root: WorkspaceRoot;
  readonly #watcher: Watcher;
  readonly #clock: Clock;
  #rulesIgnored: RootRules['ignored'] | undefined;
  #ignored: string | undefined;
  #gitPath: AbsPath | undefined;
  #git: GitDirectory | undefined;

  constructor(root: WorkspaceRoot, watcher: Watcher, clock: Clock) {
    this.#root = root;
    this.#watcher = watcher;
    this.#clock = clock;
  }

  /** Takes over the rules that a scan has met. The first call starts the watch. */
  follow(rules: RootRules): void {
    this.#watchAllBut(rules.ignored);
    this.#watchGit(rules.git.repository?.gitDirectory);
  }

  close(): void {
    this.#git?.close();
  }

  #watchAllBut(ignored: RootRules['ignored']): void {
    // It is replaced when it changes.
    if (ignored === this.#rulesIgnored) return;
    this.#rulesIgnored = ignored;
    const directories = [...ignored].sort();
    const joined = directories.join('\0');
    if (joined === this.#ignored) return;
    this.#ignored = joined;
    this.#watcher.watch(this.#root.config.path, directories);
  }

  #watchGit(path: AbsPath | undefined): void {
    if (path === this.#gitPath) return;
    this.#gitPath = path;
    this.#git?.close();
    this.#git = undefined;
    if (path === undefined) return;
    const onChange = (): void => {
      this.#root.takeGitChange();
    };
    this.#git = new GitDirectory({ gitDirectory: path, clock: this.#clock, onChange });
    // What git said before this watch was live may have changed since.
    void this.#git.started.then(onChange);
  }
}
