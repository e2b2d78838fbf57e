import type { RelPath } from '../../../actors/protocol/workspace.js';
import { nameOf } from '../../../actors/protocol/rel-path.js';

export class DirectoryWatch {
  readonly path: RelPath;
  /** As by `directoryIdentity`. */
  readonly identity: string;
  readonly parent: DirectoryWatch | undefined;
  /** The watched subdirectories, by name. */
  readonly children = new Map<string, DirectoryWatch>();
  /** Whether the watch reported an event that may mean the end of the directory. */
  isDoubtful = false;
  isOpen = true;
  readonly #close: () => void;

  constructor(path: RelPath, identity: string, parent: DirectoryWatch | undefined, close: () => void) {
    this.path = path;
    this.identity = identity;
    this.parent = parent;
    this.#close = close;
  }

  close(): void {
    this.isOpen = false;
    this.#close();
  }
}

/** The watches of one root, as a tree, so that a directory is removed with everything below it. */
export class DirectoryWatches {
  readonly #byIdentity = new Map<string, DirectoryWatch>();
  #root: DirectoryWatch | undefined;

  get root(): DirectoryWatch | undefined {
    return this.#root;
  }

  /** The latest watch of a directory with this identity, whatever its path was then. */
  withIdentity(identity: string): DirectoryWatch | undefined {
    return this.#byIdentity.get(identity);
  }

  /** The watch of a directory. Cost: a look-up for each part of the path. */
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

  /** Ends the watches of a directory and of everything below it. */
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
