import type { Clock } from '../../../actors/runtime/clock.js';
import type { Watcher } from '../../watch/back-end/watcher.js';
import { GitWatches } from './git-watches.js';
import type { RootRules } from '../rules/root-rules.js';
import type { WorkspaceRoot } from './workspace-root.js';

/**
 * Keeps what is watched of one root to what its rules let in, and an eye on its git directories. Nothing is watched
 * before `start`, or before the first request calls `catchUp`.
 */
export class RootWatch {
  readonly #root: WorkspaceRoot;
  readonly #watcher: Watcher;
  readonly #git: GitWatches;
  #isStarted = false;
  /** The rules that the last scan met. */
  #rules: RootRules | undefined;
  #rulesIgnored: RootRules['ignored'] | undefined;
  #ignored: string | undefined;
  /** Whether the watcher has reported how the watch goes, so that it reports changes, too. */
  #hasReported = false;
  /** Whether the index was compared with the disk since then. */
  #isFollowed = false;
  #comparison: Promise<unknown> = Promise.resolve();
  #nextComparison: Promise<unknown> | undefined;

  constructor(root: WorkspaceRoot, watcher: Watcher, clock: Clock) {
    this.#root = root;
    this.#watcher = watcher;
    this.#git = new GitWatches(root, clock);
  }

  /** Takes over the rules that a scan has met. The first rules after `start` begin the watch. */
  follow(rules: RootRules): void {
    this.#rules = rules;
    if (!this.#isStarted) return;
    this.#watchAllBut(rules.ignored);
    this.#git.follow(rules);
  }

  /** Watches from now on, or from when the rules are known. */
  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    if (this.#rules !== undefined) this.follow(this.#rules);
  }

  /**
   * Starts the watch, and resolves when the index has every change that was made before this call. Once the watch is
   * live, that is at once, as changes are followed; before, the index is compared with the disk for each call, which
   * calls that come meanwhile share. Never rejects.
   */
  async catchUp(): Promise<void> {
    this.start();
    await this.#root.settled;
    if (this.#isFollowed) return;
    const hasReported = this.#hasReported;
    await this.#compare();
    if (hasReported) this.#isFollowed = true;
  }

  /** The watcher reports how the watch goes. */
  takeState(): void {
    this.#hasReported = true;
  }

  close(): void {
    this.#git.close();
  }

  /** Resolves when a comparison is done that has not begun before this call. */
  #compare(): Promise<unknown> {
    this.#nextComparison ??= this.#comparison.then(() => {
      this.#nextComparison = undefined;
      this.#comparison = this.#root.compare();
      return this.#comparison;
    });
    return this.#nextComparison;
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
