import { compareNames, foldByte } from '../../names/compare-names.js';
import type { Layer } from './layer.js';
import { layerOf } from './layer-stack.js';
import type { SortedNames } from '../../natural-order/natural-walk.js';

/** Entries of one directory with their names' ranks. Valid until the index changes. */
export class RankedEntries implements SortedNames {
  readonly ids: readonly number[];
  readonly #layers: readonly Layer[];

  /** `isRanked`: whether the ids are in the order of their names, as those of one layer are. */
  constructor(layers: readonly Layer[], ids: readonly number[], isRanked: boolean) {
    this.#layers = layers;
    this.ids = isRanked ? ids : ids.toSorted((a, b) => this.#compare(a, b));
  }

  get count(): number {
    return this.ids.length;
  }

  foldedByte(place: number, depth: number): number {
    const id = this.ids[place]!;
    const layer = layerOf(this.#layers, id);
    const { bytes, starts } = layer.segment.names;
    const rank = layer.rankOf(id - layer.offset);
    const at = starts[rank]! + depth;
    return at < starts[rank + 1]! ? foldByte(bytes[at]!) : -1;
  }

  text(place: number): string {
    const id = this.ids[place]!;
    const layer = layerOf(this.#layers, id);
    return layer.nameOf(id - layer.offset);
  }

  #compare(a: number, b: number): number {
    const one = layerOf(this.#layers, a);
    const other = layerOf(this.#layers, b);
    return compareNames(
      one.segment.names,
      one.rankOf(a - one.offset),
      other.segment.names,
      other.rankOf(b - other.offset),
    );
  }
}
