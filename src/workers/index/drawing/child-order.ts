import type { IndexData } from '../store/index-data.js';
import type { Layer } from '../store/layer.js';
import type { LayerDirectory } from '../store/layer-stack.js';
import { compareNaturalNames } from '../../natural-order/natural-names.js';
import { compareNatural } from '../../natural-order/natural-order.js';
import { NaturalWalk } from '../../natural-order/natural-walk.js';
import { RankedEntries } from '../store/ranked-entries.js';

// Up to this many children are sorted at once, because finding them one by one would cost more.
const MAX_SORTED = 64;

/** The children of a directory in display order: ids, or the names of ignored directories. */
export interface ChildOrder {
  at(place: number): number | string;
}

/** Children that have been sorted already. */
class SortedOrder implements ChildOrder {
  readonly #children: readonly (number | string)[];

  constructor(children: readonly (number | string)[]) {
    this.#children = children;
  }

  at(place: number): number | string {
    return this.#children[place]!;
  }
}

/** The display order of a directory's live children and of the ignored directories in it. */
export function orderChildren(
  data: IndexData,
  places: readonly LayerDirectory[],
  ignored: readonly string[],
): ChildOrder {
  const ids: number[] = [];
  for (const { layer, directory } of places) layer.readChildren(directory, ids);
  const isRanked = places.length === 1;
  if (ids.length > MAX_SORTED) return new WalkedOrder(data, ids, ignored, isRanked);
  const sorted = isRanked
    ? sortRanked(places[0]!.layer, ids)
    : ids.sort((a, b) => compareEntries(data, a, b));
  return new SortedOrder(ignored.length === 0 ? sorted : withIgnored(data, sorted, ignored));
}

/** Inserts the names of ignored directories among the other directories. */
function withIgnored(
  data: IndexData,
  ids: readonly number[],
  ignored: readonly string[],
): readonly (number | string)[] {
  const all: (number | string)[] = [];
  let next = 0;
  for (const id of ids) {
    const isBehind = (name: string): boolean =>
      data.isDirectory(id) && compareNatural(data.nameOf(id), name) < 0;
    while (next < ignored.length && !isBehind(ignored[next]!)) all.push(ignored[next++]!);
    all.push(id);
  }
  return [...all, ...ignored.slice(next)];
}

function compareEntries(data: IndexData, a: number, b: number): number {
  const one = data.layerOf(a);
  const other = data.layerOf(b);
  const isDirectory = data.isDirectory(a);
  if (isDirectory !== data.isDirectory(b)) return isDirectory ? -1 : 1;
  const rank = one.rankOf(a - one.offset);
  const otherRank = other.rankOf(b - other.offset);
  return compareNaturalNames(one.segment.names, rank, other.segment.names, otherRank);
}

/** Insertion sort, because the order of ranks is nearly the natural order: directories, then files. */
function sortRanked({ segment, offset, directoryCount }: Layer, ids: number[]): readonly number[] {
  const { names, directoryNames, fileNames } = segment;
  const firstFile = offset + directoryCount;
  for (let next = 1; next < ids.length; next++) {
    const id = ids[next]!;
    const isFile = id >= firstFile;
    const ranks = isFile ? fileNames : directoryNames;
    const first = isFile ? firstFile : offset;
    let at = next;
    for (; at > 0; at--) {
      const before = ids[at - 1]!;
      if (before < first || compareNaturalNames(names, ranks[before - first]!, names, ranks[id - first]!) < 0)
        break;
      ids[at] = before;
    }
    ids[at] = id;
  }
  return ids;
}

/** Sorts lazily: each next child is found when it is needed. */
class WalkedOrder implements ChildOrder {
  readonly #directories: RankedEntries;
  readonly #directoryWalk: NaturalWalk;
  readonly #files: RankedEntries;
  readonly #fileWalk: NaturalWalk;
  readonly #ignored: readonly string[];
  /** The directories found so far, in order. */
  readonly #known: (number | string)[] = [];
  #ignoredKnown = 0;

  /** `isRanked`: whether the ids of directories, and those of files, are in the order of their names. */
  constructor(data: IndexData, ids: readonly number[], ignored: readonly string[], isRanked: boolean) {
    const isDirectory = (id: number): boolean => data.isDirectory(id);
    this.#directories = new RankedEntries(data.layers, ids.filter(isDirectory), isRanked);
    this.#directoryWalk = new NaturalWalk(this.#directories);
    this.#files = new RankedEntries(
      data.layers,
      ids.filter((id) => !isDirectory(id)),
      isRanked,
    );
    this.#fileWalk = new NaturalWalk(this.#files);
    this.#ignored = ignored;
  }

  at(place: number): number | string {
    const file = place - this.#directories.count - this.#ignored.length;
    if (file >= 0) return this.#files.ids[this.#fileWalk.at(file)]!;
    while (this.#known.length <= place) this.#known.push(this.#nextDirectory());
    return this.#known[place]!;
  }

  #nextDirectory(): number | string {
    const ignored = this.#ignored[this.#ignoredKnown];
    const walked = this.#known.length - this.#ignoredKnown;
    if (walked < this.#directories.count) {
      const at = this.#directoryWalk.at(walked);
      if (ignored === undefined || compareNatural(this.#directories.text(at), ignored) < 0) {
        return this.#directories.ids[at]!;
      }
    }
    this.#ignoredKnown++;
    return ignored!;
  }
}
