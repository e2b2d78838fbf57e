import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import { isWithinAny } from '../../../actors/protocol/rel-path.js';
import { findUnreadable } from '../per-directory/find-unreadable.js';
import type { SubscribeTree, TreeEvent, TreeSubscription } from './parcel.js';
import { isDenied } from '../back-end/watch-error.js';

const GIT = '.git' as RelPath;

/** The addon's subscriptions below one root: the root itself (`''`), and directories that need their own. */
export class Subscriptions {
  readonly #root: AbsPath;
  readonly #subscribe: SubscribeTree;
  readonly #onEvents: (error: Error | null, events: readonly TreeEvent[]) => void;
  readonly #subscriptions = new Map<RelPath, TreeSubscription>();

  constructor(
    root: AbsPath,
    subscribe: SubscribeTree,
    onEvents: (error: Error | null, events: readonly TreeEvent[]) => void,
  ) {
    this.#root = root;
    this.#subscribe = subscribe;
    this.#onEvents = onEvents;
  }

  get size(): number {
    return this.#subscriptions.size;
  }

  /**
   * Subscribes to a directory; resolves when everything below it is watched.
   * Errors: the addon's. Directories that cannot be read are ignored.
   */
  async add(directory: RelPath, ignored: Iterable<RelPath>): Promise<void> {
    const absolute = join(this.#root, directory);
    const below = directory === '' ? '' : `${directory}/`;
    const left = [...ignored]
      .filter((path) => path.startsWith(below))
      .map((path) => path.slice(below.length) as RelPath);
    // Ignored only once it exists, so that a new repository is announced.
    if (existsSync(join(absolute, GIT))) left.push(GIT);
    const subscription = await this.#subscribe(absolute, left, this.#onEvents).catch(
      async (error: unknown) => {
        if (!isDenied(messageOf(error))) throw error;
        // The addon refuses the whole tree for one unreadable directory.
        for (const item of await findUnreadable(absolute, new Set(left))) left.push(item);
        return this.#subscribe(absolute, left, this.#onEvents);
      },
    );
    this.#subscriptions.set(directory, subscription);
  }

  /** Whether there is a subscription to the directory, or to one below it. */
  has(directory: RelPath): boolean {
    return this.#within(directory).length > 0;
  }

  /**
   * Ends the subscriptions to the directory and below it.
   * Errors: the addon's, when its records disagree with the kernel's. Then only a new process helps.
   */
  async release(directory: RelPath): Promise<void> {
    for (const path of this.#within(directory)) {
      const subscription = this.#subscriptions.get(path);
      this.#subscriptions.delete(path);
      await subscription?.unsubscribe();
    }
  }

  #within(directory: RelPath): RelPath[] {
    const within = new Set([directory]);
    return [...this.#subscriptions.keys()].filter((path) => isWithinAny(path, within));
  }
}
