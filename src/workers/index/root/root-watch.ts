import type { Clock } from '../../../actors/runtime/clock.js';
import type { Watcher } from '../../watch/back-end/watcher.js';
import { GitWatches } from './git-watches.js';
import type { RootRules } from '../rules/root-rules.js';
import type { WorkspaceRoot } from './workspace-root.js';

/**
 * Keeps the watched directories of one root equal to those that its rules include, and watches its git files. Nothing
 * is watched before `start` or the first `catchUp`.
 */
export class RootWatch {
  readonly #root: WorkspaceRoot;
  readonly #watcher: Watcher;
  readonly #git: GitWatches;
  #isStarted = false;
  /** The rules of the last scan. */
  #rules: RootRules | undefined;
  #rulesIgnored: RootRules['ignored'] | undefined;
  #ignored: string | undefined;
  /** Whether the watcher has reported a state for this root; from then on it reports changes, too. */
  #hasReported = false;
  /** Whether the index has been compared with the disk since then. */
  #isFollowed = false;
  #comparison: Promise<unknown> = Promise.resolve();
  #nextComparison: Promise<unknown> | undefined;

  constructor(root: WorkspaceRoot, watcher: Watcher, clock: Clock) {
    this.#root = root;
    this.#watcher = watcher;
    this.#git = new GitWatches(root, clock);
  }

  /** Follows the rules of a scan. The first rules after `start` begin the watch. */
  follow(rules: RootRules): void {
    this.#rules = rules;
    if (!this.#isStarted) return;
    this.#watchAllBut(rules.ignored);
    this.#git.follow(rules);
  }

  /** Starts watching now, or as soon as the rules are known. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    if (this.#rules !== undefined) this.follow(this.#rules);
  }

  /**
   * Starts the watch, and resolves when the index has every change that was made before this call: at once when the
   * watch is live, else after a comparison with the disk, which concurrent calls share. Never rejects.
   */
  async catchUp(): Promise<void> {
    this.start();
    await this.#root.settled;
    if (this.#isFollowed) return;
    const hasReported = this.#hasReported;
    await this.#compare();
    if (hasReported) this.#isFollowed = true;
  }

  /** Notes that the watcher has reported a state for this root. */
  takeState(): void {
    this.#hasReported = true;
  }

  close(): void {
    this.#git.close();
  }

  /** Resolves when a comparison is done that began after this call. */
  #compare(): Promise<unknown> {
    this.#nextComparison ??= this.#comparison.then(() => {
      this.#nextComparison = undefined;
      this.#comparison = this.#root.compare();
      return this.#comparison;
    });
    return this.#nextComparison;
  }

  #watchAllBut(ignored: RootRules['ignored']): void {
    // A new set is created for every change.
    if (ignored === this.#rulesIgnored) return;
    this.#rulesIgnored = ignored;
    const directories = [...ignored].sort();
    const joined = directories.join('\0');
    if (joined === this.#ignored) return;
    this.#ignored = joined;
    this.#watcher.watch(this.#root.config.path, directories);
  }
}
