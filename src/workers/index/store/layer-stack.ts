import type { RelPath } from '../../../actors/protocol/workspace.js';
import { EncodedPath } from '../../names/encoded-path.js';
import type { Layer } from './layer.js';

// Reused by all look-ups.
const encoded = new EncodedPath();

/** A directory, as stored in one of the layers. */
export interface LayerDirectory {
  readonly layer: Layer;
  readonly directory: number;
}

/**
 * The layers of an index, from the lowest up. A live path is an entry of exactly one of them. An entry's id is its
 * number in its layer plus the sizes of the layers below; it is valid until the next change.
 */
export class LayerStack {
  #layers: readonly Layer[];
  #files = 0;
  #directories = 0;
  #removed = 0;
  // Caches the last directory: its places change only when the layers do.
  #lastParent: string | undefined;
  #lastDirectories: readonly LayerDirectory[] = [];

  /** `base` is the lowest layer and contains the root. */
  constructor(base: Layer) {
    this.#layers = [base];
    this.countIn(base, 1);
  }

  get layers(): readonly Layer[] {
    return this.#layers;
  }

  get files(): number {
    return this.#files;
  }

  /** The number of directories without the root. */
  get directories(): number {
    return this.#directories;
  }

  get removed(): number {
    return this.#removed;
  }

  layerOf(id: number): Layer {
    return layerOf(this.#layers, id);
  }

  /** The id of the live entry at a path; -1 when there is none. Cost: little for the directory of the previous call. */
  find(path: string): number {
    if (path === '') return 0;
    const slash = path.lastIndexOf('/');
    if (slash === 0) return -1;
    const parent = path.slice(0, Math.max(0, slash));
    if (parent !== this.#lastParent) {
      this.#lastParent = parent;
      this.#lastDirectories = this.directoriesAt(parent);
    }
    return this.findIn(this.#lastDirectories, path.slice(slash + 1));
  }

  /** A directory in every layer that has it, even where its own entry is deleted. */
  directoriesAt(path: string): LayerDirectory[] {
    return directoriesAt(this.#layers, path);
  }

  /** The id of the live entry with this name in a directory; -1 when there is none. */
  findIn(directories: readonly LayerDirectory[], name: string): number {
    if (name === '') return -1;
    encoded.set(name);
    for (const { layer, directory } of directories) {
      const number = layer.findChild(directory, encoded, 0);
      if (number !== -1) return layer.offset + number;
    }
    return -1;
  }

  /** The ids of all live entries in a directory, in no particular order. */
  childrenIn(directories: readonly LayerDirectory[]): number[] {
    const ids: number[] = [];
    for (const { layer, directory } of directories) layer.readChildren(directory, ids);
    return ids;
  }

  /** Marks one entry as deleted, but keeps those below it: for an entry that moves to another layer. */
  detach(id: number): void {
    const layer = this.layerOf(id);
    const number = id - layer.offset;
    if (!layer.isLive(number)) return;
    layer.markDeleted(number);
    this.count(layer.isDirectory(number), -1);
  }

  /** Marks everything below a directory as deleted, and returns the number of entries. */
  markDeletedBelow(path: string): number {
    let killed = 0;
    for (const { layer, directory } of this.directoriesAt(path)) {
      const { files, directories } = layer.markDeletedBelow(directory);
      this.#files -= files;
      this.#directories -= directories;
      killed += files + directories;
    }
    return killed;
  }

  /** Stores the stamp of a directory. Does nothing when the path is no directory. */
  setStamp(path: string, stamp: number): void {
    const id = this.find(path);
    if (id === -1) return;
    const layer = this.layerOf(id);
    if (layer.isDirectory(id - layer.offset)) layer.stamps[id - layer.offset] = stamp;
  }

  /** Adds to the number of removed entries. */
  addRemoved(count: number): void {
    this.#removed += count;
  }

  /** Counts an entry that was added, or with -1 removed. */
  count(isDirectory: boolean, by: 1 | -1): void {
    if (isDirectory) this.#directories += by;
    else this.#files += by;
  }

  /** Counts the live entries of a layer that was added, or with -1 removed. */
  countIn(layer: Layer, by: 1 | -1): void {
    const { files, directories } = layer.countLive();
    this.#files += by * files;
    this.#directories += by * directories;
  }

  /** Replaces the layers `[from, to)`. The caller has already counted their live entries. */
  splice(from: number, to: number, layers: readonly Layer[]): void {
    this.#layers = [...this.#layers.slice(0, from), ...layers, ...this.#layers.slice(to)];
    this.#lastParent = undefined;
    let offset = 0;
    for (const layer of this.#layers) {
      layer.offset = offset;
      offset += layer.size;
    }
  }

  pathOf(id: number): RelPath {
    const layer = this.layerOf(id);
    return layer.pathOf(id - layer.offset);
  }
}

/** A directory in each of these layers that has it, even where its own entry is deleted. */
export function directoriesAt(layers: Iterable<Layer>, path: string): LayerDirectory[] {
  encoded.set(path);
  const found: LayerDirectory[] = [];
  for (const layer of layers) {
    const directory = layer.findDirectory(encoded);
    if (directory !== -1) found.push({ layer, directory });
  }
  return found;
}

export function layerOf(layers: readonly Layer[], id: number): Layer {
  for (let index = layers.length - 1; index > 0; index--) {
    if (layers[index]!.offset <= id) return layers[index]!;
  }
  return layers[0]!;
}
