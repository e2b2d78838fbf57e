import type { RelPath } from '../../actors/protocol/workspace.js';
import { type Deferred, deferred } from '../../actors/runtime/deferred.js';
import { type PackedPaths, PathList, PathPacker } from './path-list.js';

/** Paths that are handed on in parts while more of them come. */
export class PathFeed {
  readonly #packer = new PathPacker();
  readonly #parts: { readonly paths: PackedPaths; readonly list: PathList }[] = [];
  #isWhole = false;
  /** Settles when there is another part, or none will come. */
  #news: Deferred<void> = deferred();

  add(paths: readonly RelPath[]): void {
    this.#put(this.#packer.add(paths));
  }

  /** No more will come. */
  finish(): void {
    this.#isWhole = true;
    this.#put(this.#packer.finish());
  }

  /** The part with a chunk, once it is there; `null` when there is no such chunk. */
  async partWith(chunk: number): Promise<PackedPaths | null> {
    for (;;) {
      const found = this.#parts.find(({ list }) => chunk < list.endChunk);
      if (found !== undefined) return found.paths;
      if (this.#isWhole) return null;
      await this.#news.promise;
    }
  }

  #put(paths: PackedPaths | null): void {
    if (paths !== null) this.#parts.push({ paths, list: new PathList(paths) });
    if (paths === null && !this.#isWhole) return;
    this.#news.resolve();
    this.#news = deferred();
  }
}
