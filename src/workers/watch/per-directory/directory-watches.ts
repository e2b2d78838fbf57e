import type { RelPath } from '../../../actors/protocol/workspace.js';
import { nameOf } from '../../../actors/protocol/rel-path.js';

/** A directory that is watched. */
export class DirectoryWatch {
  readonly path: RelPath;
  /** What tells the directory from another one at the same path. */
  readonly identity: string;
  readonly parent: DirectoryWatch | undefined;
  /** By name: the directories in it that are watched. */
  readonly children = new Map<string, DirectoryWatch>();
  /** Whether its own watch said something that may have been its end. */
  isDoubtful = false;
  isOpen = true;
  readonly #close: () => void;

  constructor(path: RelPath, identity: string, parent: DirectoryWatch | undefined, close: () => void) {
    this.path = path;
    this.identity = identity;
    this.parent = parent;
    this.#close = close;
  }

  /** Ends the watch. */
  close(): void {
    this.isOpen = false;
    this.#close();
  }
}

/** The watches of one root: a tree, so that what is below a directory goes with it. */
export class DirectoryWatches {
  readonly #byIdentity = new Map<string, DirectoryWatch>();
  #root: DirectoryWatch | undefined;

  get root(): DirectoryWatch | undefined {
    return this.#root;
  }

  /** The watch that was put last on a directory, wherever that was then. */
  withIdentity(identity: string): DirectoryWatch | undefined {
    return this.#byIdentity.get(identity);
  }

  /** Cost: a look-up for each part of the path. */
  find(path: RelPath): DirectoryWatch | undefined {
    if (path === '') return this.#root;
    let found = this.#root;
    for (const name of path.split('/')) found = found?.children.get(name);
    return found;
  }

  add(watch: DirectoryWatch): void {
    this.#byIdentity.set(watch.identity, watch);
    if (watch.parent === undefined) this.#root = watch;
    else watch.parent.children.set(nameOf(watch.path), watch);
  }

  /** Ends the watch of a directory, and of all below it. */
  remove(watch: DirectoryWatch): void {
    if (watch.parent === undefined) this.#root = undefined;
    else watch.parent.children.delete(nameOf(watch.path));
    const toClose = [watch];
    for (let next = toClose.pop(); next !== undefined; next = toClose.pop()) {
      next.close();
      if (this.#byIdentity.get(next.identity) === next) this.#byIdentity.delete(next.identity);
      for (const child of next.children.values()) toClose.push(child);
    }
  }
}
