import type { Clock } from '../../actors/runtime/clock.js';
import type { Watcher } from '../watch/watcher.js';
import { GitWatches } from './git-watches.js';
import type { RootRules } from './root-rules.js';
import type { WorkspaceRoot } from './workspace-root.js';

/** Keeps what is watched of one root to what its rules let in, and an eye on its git directories. */
export class RootWatch {
  readonly #root: WorkspaceRoot;
  readonly #watcher: Watcher;
  readonly #git: GitWatches;
  #rulesIgnored: RootRules['ignored'] | undefined;
  #ignored: string | undefined;

  constructor(root: WorkspaceRoot, watcher: Watcher, clock: Clock) {
    this.#root = root;
    this.#watcher = watcher;
    this.#git = new GitWatches(root, clock);
  }

  /** Takes over the rules that a scan has met. The first call starts the watch. */
  follow(rules: RootRules): void {
    this.#watchAllBut(rules.ignored);
    this.#git.follow(rules);
  }

  close(): void {
    this.#git.close();
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
}
