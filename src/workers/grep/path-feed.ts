import type { RelPath } from '../../actors/protocol/workspace.js';
import { type Deferred, deferred } from '../../actors/runtime/deferred.js';
import { type PackedPaths, PathList, PathPacker } from './path-list.js';

/** Collects parts of a path list for several readers, who may read while more parts arrive. */
export class PathFeed {
  readonly #packer = new PathPacker();
  readonly #parts: { readonly paths: PackedPaths; readonly list: PathList }[] = [];
  #isFinished = false;
  /** Settles when another part arrives, or the end. */
  #nextPart: Deferred<void> = deferred();

  add(paths: readonly RelPath[]): void {
    this.#put(this.#packer.add(paths));
  }

  /** Ends the list. */
  finish(): void {
    this.#isFinished = true;
    this.#put(this.#packer.finish());
  }

  /** The part that contains a chunk, as soon as it has arrived; `null` when the list ends before that chunk. */
  async partWith(chunk: number): Promise<PackedPaths | null> {
    for (;;) {
      const found = this.#parts.find(({ list }) => chunk < list.endChunk);
      if (found !== undefined) return found.paths;
      if (this.#isFinished) return null;
      await this.#nextPart.promise;
    }
  }

  #put(paths: PackedPaths | null): void {
    if (paths !== null) this.#parts.push({ paths, list: new PathList(paths) });
    if (paths === null && !this.#isFinished) return;
    this.#nextPart.resolve();
    this.#nextPart = deferred();
  }
}
