import { byteLength } from '../../names/code-points.js';
import type { Segment } from './segment.js';

/** The path lengths of directories, cached for the life of each segment. */
export class DirectoryLengths {
  readonly #known = new WeakMap<Segment, Uint16Array>();

  /** By directory: the length of its path with a trailing `/`; 0 for the root. Units: UTF-8 bytes. */
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
