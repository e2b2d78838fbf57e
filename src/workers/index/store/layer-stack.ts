import type { RelPath } from '../../../actors/protocol/workspace.js';
import { FORGOTTEN_STAMP } from '../../disk/change-stamp.js';
import { EncodedPath } from '../../names/encoded-path.js';
import type { Layer } from './layer.js';

/** A directory as one layer has it. */
export interface LayerDirectory {
  readonly layer: Layer;
  readonly directory: number;
}

/**
 * The layers of an index, the lowest one first. A living path is the entry of exactly one of them. An entry's id is its
 * number in its layer behind the sizes of those below: it is good until the next change.
 */
export class LayerStack {
  #layers: readonly Layer[];
  #files = 0;
  #directories = 0;
  #removed = 0;
  readonly #path = new EncodedPath();
  // Where directories are does not change as long as the layers are the same.
  #lastParent: string | undefined;
  #lastDirectories: readonly LayerDirectory[] = [];

  /** `base` holds the root. */
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

  /** The root itself not counted. */
  get directories(): number {
    return this.#directories;
  }

  get removed(): number {
    return this.#removed;
  }

  /** The layer that an id belongs to. */
  layerOf(id: number): Layer {
    return layerOf(this.#layers, id);
  }

  /** The living entry at a path; -1 when there is none. Cost: little in the directory that was looked into last. */
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

  /** A directory in every layer that has it, where its own entry may be dead. */
  directoriesAt(path: string): LayerDirectory[] {
    this.#path.set(path);
    const found: LayerDirectory[] = [];
    for (const layer of this.#layers) {
      const directory = layer.findDirectory(this.#path);
      if (directory !== -1) found.push({ layer, directory });
    }
    return found;
  }

  /** The living entry of a name in a directory; -1 when there is none. */
  findIn(directories: readonly LayerDirectory[], name: string): number {
    if (name === '') return -1;
    this.#path.set(name);
    for (const { layer, directory } of directories) {
      const number = layer.findChild(directory, this.#path, 0);
      if (number !== -1) return layer.offset + number;
    }
    return -1;
  }

  /** The ids of all that live in a directory, in no particular order. */
  childrenIn(directories: readonly LayerDirectory[]): number[] {
    const ids: number[] = [];
    for (const { layer, directory } of directories) layer.readChildren(directory, ids);
    return ids;
  }

  /** Takes one entry out, and leaves what is below it: for one that comes back in another layer, or is taken along. */
  detach(id: number): void {
    const layer = this.layerOf(id);
    const number = id - layer.offset;
    if (!layer.isLive(number)) return;
    layer.markDeleted(number);
    this.count(layer.isDirectory(number), -1);
  }

  /** Takes out all that is below a directory, and returns how many entries went. */
  killBelow(path: string): number {
    let killed = 0;
    for (const { layer, directory } of this.directoriesAt(path)) {
      const { files, directories } = layer.killBelow(directory);
      this.#files -= files;
      this.#directories -= directories;
      killed += files + directories;
    }
    return killed;
  }

  /** Has a directory listed again, whatever its stamp says. */
  forgetStamp(path: string): void {
    const id = this.find(path);
    if (id === -1) return;
    const layer = this.layerOf(id);
    if (layer.isDirectory(id - layer.offset)) layer.stamps[id - layer.offset] = FORGOTTEN_STAMP;
  }

  /** Notes that so many entries are gone for good. */
  addRemoved(count: number): void {
    this.#removed += count;
  }

  /** Counts an entry that came, or with -1 went. */
  count(isDirectory: boolean, by: 1 | -1): void {
    if (isDirectory) this.#directories += by;
    else this.#files += by;
  }

  /** Counts the living entries of a layer that came, or with -1 went. */
  countIn(layer: Layer, by: 1 | -1): void {
    const { files, directories } = layer.countLive();
    this.#files += by * files;
    this.#directories += by * directories;
  }

  /** Puts layers in place of `[from, to)`. What lives in them is counted already. */
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

/** The layer that an id belongs to. */
export function layerOf(layers: readonly Layer[], id: number): Layer {
  for (let index = layers.length - 1; index > 0; index--) {
    if (layers[index]!.offset <= id) return layers[index]!;
  }
  return layers[0]!;
}
