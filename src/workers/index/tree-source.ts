import type { RelPath } from '../../actors/protocol/workspace.js';
import type { RuledLevel } from '../scan/one-level.js';
import { EntryKind } from '../scan/scan-part.js';
import { childLine, isOpened } from '../tree/child-line.js';
import type { TreeChild, TreeDirectory, TreeSource } from '../tree/tree-source.js';
import type { TreeText } from '../tree/tree-text.js';
import type { IndexData } from './data.js';
import { EncodedPath } from './encoded-path.js';
import type { IgnoredTree } from './ignored-tree.js';
import type { Layer } from './layer.js';
import type { LayerDirectory } from './layer-stack.js';
import { compareListed } from './listing.js';
import { compareNaturalNames } from './natural-names.js';
import { compareNatural } from './natural-order.js';
import { NaturalWalk } from './natural-walk.js';
import { RankedEntries } from './ranked-entries.js';

// Fewer are sorted at once: looking for the next one each time would cost more.
const MAX_SORTED = 64;

/** What a tree shows beside what is in the index. */
export interface BesideIndex {
  /** The directories that rules left out: they are drawn, and not entered. Source: SPEC D2. */
  readonly ignored: IgnoredTree;
  /** A directory that the index knows in part, or not at all, as the disk has it; nothing when it cannot be read. */
  read(directory: RelPath): RuledLevel | undefined;
}

/**
 * An index as something to draw, until it changes: directories first, then files, each in natural order.
 * Cost: of each directory that is opened the numbers of its children, and the names that are drawn.
 * Source: SPEC D2, W10.
 */
export function indexTreeSource(data: IndexData, beside: BesideIndex): TreeSource {
  return { open: (path) => openPath({ data, beside }, path) };
}

interface Tree {
  readonly data: IndexData;
  readonly beside: BesideIndex;
}

function openPath(tree: Tree, path: RelPath): TreeDirectory {
  const id = tree.data.find(path);
  if (id !== -1 && tree.data.isDirectory(id)) {
    return openEntry(tree, {
      path,
      id,
      places: directoriesAt(path, tree.data.layers),
      ignored: tree.beside.ignored.at(path),
    });
  }
  const level = tree.beside.read(path);
  return new ListedDirectory(tree, path, level === undefined ? [] : shownOf(level));
}

/** A directory of the index. */
interface Place {
  readonly path: RelPath;
  readonly id: number;
  /** Where each layer has it. */
  readonly places: readonly LayerDirectory[];
  /** What rules leave out of it, or of what is below. */
  readonly ignored: IgnoredTree | undefined;
}

function openEntry(tree: Tree, place: Place): TreeDirectory {
  const level = tree.data.isComplete(place.id) ? undefined : tree.beside.read(place.path);
  return level === undefined
    ? new IndexedDirectory(tree, place)
    : new ListedDirectory(tree, place.path, shownOf(level));
}

const encoded = new EncodedPath();
const NONE: readonly string[] = [];

function directoriesAt(path: RelPath, layers: Iterable<LayerDirectory['layer']>): LayerDirectory[] {
  const found: LayerDirectory[] = [];
  encoded.set(path);
  for (const layer of layers) {
    const directory = layer.findDirectory(encoded);
    if (directory !== -1) found.push({ layer, directory });
  }
  return found;
}

/** Whether a living entry of a directory has this name. */
function isIn(places: readonly LayerDirectory[], name: string): boolean {
  encoded.set(name);
  return places.some(({ layer, directory }) => layer.findChild(directory, encoded, 0) !== -1);
}

/** A directory as the index has it. */
class IndexedDirectory implements TreeDirectory {
  readonly count: number;
  readonly #tree: Tree;
  readonly #place: Place;
  readonly #ids: number[];
  /** Directories that are not in the index, in natural order. */
  readonly #ignored: readonly string[];
  #order: ChildOrder | undefined;
  #children: (TreeChild | undefined)[] | undefined;
  #opened: Map<number, TreeDirectory> | undefined;

  constructor(tree: Tree, place: Place) {
    const { places, ignored } = place;
    const ids: number[] = [];
    for (const { layer, directory } of places) layer.readChildren(directory, ids);
    this.#tree = tree;
    this.#place = place;
    this.#ids = ids;
    this.#ignored =
      ignored === undefined || ignored.names.length === 0
        ? NONE
        : ignored.names.filter((name) => !isIn(places, name));
    this.count = ids.length + this.#ignored.length;
  }

  child(place: number): TreeChild {
    const { data } = this.#tree;
    this.#children ??= [];
    let child = this.#children[place];
    if (child === undefined) {
      const entry = this.#entryAt(place);
      child =
        typeof entry === 'string'
          ? ignoredChild(entry)
          : visibleChild(data.nameOf(entry), data.kindOf(entry));
      this.#children[place] = child;
    }
    return child;
  }

  draw(from: number, text: TreeText): TreeDirectory | undefined {
    for (let place = from; place < this.count; place++) {
      const below = this.#drawChild(place, text);
      if (below !== undefined) return below;
    }
    return undefined;
  }

  open(place: number): TreeDirectory {
    this.#opened ??= new Map();
    let directory = this.#opened.get(place);
    if (directory === undefined) {
      const entry = this.#entryAt(place);
      directory =
        typeof entry === 'string' || !this.#tree.data.isDirectory(entry)
          ? new ListedDirectory(this.#tree, this.#place.path, [])
          : this.#openNew(entry, this.child(place).name);
      this.#opened.set(place, directory);
    }
    return directory;
  }

  #drawChild(place: number, text: TreeText): TreeDirectory | undefined {
    const entry = this.#entryAt(place);
    const isLast = place + 1 === this.count;
    if (typeof entry === 'string') {
      text.addLine(childLine(ignoredChild(entry)), isLast);
      return undefined;
    }
    const layer = this.#tree.data.layerOf(entry);
    const number = entry - layer.offset;
    if (layer.isDirectory(number) || (layer.flagsOf(number) & EntryKind.symlink) !== 0) {
      const child = visibleChild(layer.nameOf(number), layer.flagsOf(number));
      text.addLine(childLine(child), isLast);
      return isOpened(child) ? this.#openNew(entry, child.name) : undefined;
    }
    const rank = layer.rankOf(number);
    const { bytes, starts } = layer.segment.names;
    if (!text.addAsciiLine(bytes, starts[rank]!, starts[rank + 1]!, isLast)) {
      text.addLine(`${layer.nameText(rank)}\n`, isLast);
    }
    return undefined;
  }

  #openNew(id: number, name: string): TreeDirectory {
    const { path: parent, places: own, ignored } = this.#place;
    const path = joined(parent, name);
    const layer = this.#tree.data.layerOf(id);
    const places = [{ layer, directory: id - layer.offset }];
    if (own.length > 1) {
      const others = own.flatMap((other) => (other.layer === layer ? [] : [other.layer]));
      places.push(...directoriesAt(path, others));
    }
    return openEntry(this.#tree, { path, id, places, ignored: ignored?.in(name) });
  }

  #entryAt(place: number): number | string {
    this.#order ??= orderOf(this.#tree.data, this.#place.places, this.#ids, this.#ignored);
    return this.#order.at(place);
  }
}

/** The children of a directory in the order in which they are shown: ids, or the names of ignored directories. */
interface ChildOrder {
  at(place: number): number | string;
}

/** Children that are sorted already. */
class SortedOrder implements ChildOrder {
  readonly #children: readonly (number | string)[];

  constructor(children: readonly (number | string)[]) {
    this.#children = children;
  }

  at(place: number): number | string {
    return this.#children[place]!;
  }
}

/** `ids` may be reordered. */
function orderOf(
  data: IndexData,
  places: readonly LayerDirectory[],
  ids: number[],
  ignored: readonly string[],
): ChildOrder {
  const isRanked = places.length === 1;
  if (ids.length > MAX_SORTED) return new WalkedOrder(data, ids, ignored, isRanked);
  const sorted = isRanked
    ? sortRanked(places[0]!.layer, ids)
    : ids.sort((a, b) => compareEntries(data, a, b));
  return new SortedOrder(ignored.length === 0 ? sorted : withIgnored(data, sorted, ignored));
}

/** Puts the names of ignored directories among the other directories. */
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

/** Sorts by insertion, as what is in the order of ranks is nearly in natural order: directories, then files. */
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

/** Children in order, found one after the other. */
class WalkedOrder implements ChildOrder {
  readonly #directories: RankedEntries;
  readonly #directoryWalk: NaturalWalk;
  readonly #files: RankedEntries;
  readonly #fileWalk: NaturalWalk;
  readonly #ignored: readonly string[];
  /** The directories whose order is known. */
  readonly #known: (number | string)[] = [];
  #ignoredKnown = 0;

  /** `isRanked`: whether the ids of directories, and of files, come in the order of their names. */
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

/** A directory whose children are known one by one. */
class ListedDirectory implements TreeDirectory {
  readonly count: number;
  readonly #tree: Tree;
  readonly #path: RelPath;
  readonly #children: readonly TreeChild[];
  readonly #opened = new Map<number, TreeDirectory>();

  constructor(tree: Tree, path: RelPath, children: readonly TreeChild[]) {
    this.#tree = tree;
    this.#path = path;
    this.#children = children.toSorted(compareListed);
    this.count = children.length;
  }

  child(place: number): TreeChild {
    return this.#children[place]!;
  }

  draw(from: number, text: TreeText): TreeDirectory | undefined {
    for (let place = from; place < this.count; place++) {
      const child = this.#children[place]!;
      text.addLine(childLine(child), place + 1 === this.count);
      if (isOpened(child)) return this.#openNew(place);
    }
    return undefined;
  }

  open(place: number): TreeDirectory {
    let directory = this.#opened.get(place);
    if (directory === undefined) {
      directory = this.#openNew(place);
      this.#opened.set(place, directory);
    }
    return directory;
  }

  #openNew(place: number): TreeDirectory {
    const { name, isEntered, isDirectory } = this.#children[place]!;
    const path = joined(this.#path, name);
    return isEntered && isDirectory ? openPath(this.#tree, path) : new ListedDirectory(this.#tree, path, []);
  }
}

function shownOf({ names, kinds, ignored, mayHoldCore }: RuledLevel): TreeChild[] {
  return [
    ...names.map((name, index) => visibleChild(name, kinds[index]!)),
    ...[...ignored, ...mayHoldCore].map(ignoredChild),
  ];
}

function visibleChild(name: string, kind: number): TreeChild {
  return {
    name,
    isDirectory: (kind & EntryKind.directory) !== 0,
    isSymlink: (kind & EntryKind.symlink) !== 0,
    isEntered: true,
  };
}

function ignoredChild(name: string): TreeChild {
  return { name, isDirectory: true, isSymlink: false, isEntered: false };
}

function joined(directory: RelPath, name: string): RelPath {
  return (directory === '' ? name : `${directory}/${name}`) as RelPath;
}
