import { byteLength } from '../../names/code-points.js';
import type { Segment } from './segment.js';

/** How long the paths of directories are, kept for each segment as long as that is in use. */
export class DirectoryLengths {
  readonly #known = new WeakMap<Segment, Uint16Array>();

  /** By directory: how long its path is, a `/` behind it; 0 for the root. Units: UTF-8 bytes. */
  of(segment: Segment): Uint16Array {
    const known = this.#known.get(segment);
    if (known !== undefined) return known;
    const { names, directoryNames, directoryParents } = segment;
    const lengths = new Uint16Array(directoryNames.length);
    for (let directory = 1; directory < lengths.length; directory++) {
      lengths[directory] =
        lengths[directoryParents[directory]!]! + byteLength(names, directoryNames[directory]!) + 1;
    }
    this.#known.set(segment, lengths);
    return lengths;
  }
}
