import type { RelPath } from '../../actors/protocol/workspace.js';
import type { RuledLevel } from '../scan/one-level.js';
import { EntryKind } from '../scan/scan-part.js';
import { childLine, isOpened } from '../tree/child-line.js';
import type { TextBuffer } from '../tree/text-buffer.js';
import type { TreeChild, TreeDirectory, TreeSource } from '../tree/tree-source.js';
import type { IndexData } from './data.js';
import { EncodedPath } from './encoded-path.js';
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
  /** The directories that rules left out of one: they are drawn, and not entered. Source: SPEC D2. */
  ignoredIn(directory: RelPath): readonly string[];
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
    return openEntry(tree, path, id, directoriesAt(path, tree.data.layers));
  }
  const level = tree.beside.read(path);
  return new ListedDirectory(tree, path, level === undefined ? [] : shownOf(level));
}

/** `places` is where each layer has the directory. */
function openEntry(tree: Tree, path: RelPath, id: number, places: readonly LayerDirectory[]): TreeDirectory {
  const level = tree.data.isComplete(id) ? undefined : tree.beside.read(path);
  return level === undefined
    ? new IndexedDirectory(tree, path, places)
    : new ListedDirectory(tree, path, shownOf(level));
}

const encoded = new EncodedPath();

function directoriesAt(path: RelPath, layers: Iterable<LayerDirectory['layer']>): LayerDirectory[] {
  const found: LayerDirectory[] = [];
  encoded.set(path);
  for (const layer of layers) {
    const directory = layer.findDirectory(encoded);
    if (directory !== -1) found.push({ layer, directory });
  }
  return found;
}

/** A directory as the index has it. */
class IndexedDirectory implements TreeDirectory {
  readonly count: number;
  readonly #tree: Tree;
  readonly #path: RelPath;
  readonly #places: readonly LayerDirectory[];
  readonly #ids: number[];
  /** Directories that are not in the index, in natural order. */
  readonly #ignored: readonly string[];
  #order: ChildOrder | undefined;
  #children: (TreeChild | undefined)[] | undefined;
  #opened: Map<number, TreeDirectory> | undefined;

  constructor(tree: Tree, path: RelPath, places: readonly LayerDirectory[]) {
    const ids: number[] = [];
    for (const { layer, directory } of places) layer.readChildren(directory, ids);
    this.#tree = tree;
    this.#path = path;
    this.#places = places;
    this.#ids = ids;
    this.#ignored = tree.beside
      .ignoredIn(path)
      .filter((name) => tree.data.find(joined(path, name)) === -1)
      .sort(compareNatural);
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

  draw(place: number, text: TextBuffer): TreeDirectory | undefined {
    const entry = this.#entryAt(place);
    if (typeof entry === 'string') {
      text.add(childLine(ignoredChild(entry)));
      return undefined;
    }
    const layer = this.#tree.data.layerOf(entry);
    const number = entry - layer.offset;
    if (layer.isDirectory(number) || (layer.flagsOf(number) & EntryKind.symlink) !== 0) {
      const child = visibleChild(layer.nameOf(number), layer.flagsOf(number));
      text.add(childLine(child));
      return isOpened(child) ? this.#openNew(entry, child.name) : undefined;
    }
    const rank = layer.rankOf(number);
    const { bytes, starts } = layer.segment.names;
    if (!text.addAscii(bytes, starts[rank]!, starts[rank + 1]!)) text.add(layer.nameText(rank));
    text.add('\n');
    return undefined;
  }

  open(place: number): TreeDirectory {
    this.#opened ??= new Map();
    let directory = this.#opened.get(place);
    if (directory === undefined) {
      const entry = this.#entryAt(place);
      directory =
        typeof entry === 'string' || !this.#tree.data.isDirectory(entry)
          ? new ListedDirectory(this.#tree, this.#path, [])
          : this.#openNew(entry, this.child(place).name);
      this.#opened.set(place, directory);
    }
    return directory;
  }

  #openNew(entry: number, name: string): TreeDirectory {
    const path = joined(this.#path, name);
    const layer = this.#tree.data.layerOf(entry);
    const own = { layer, directory: entry - layer.offset };
    const others =
      this.#places.length === 1
        ? []
        : this.#places.flatMap((other) => (other.layer === layer ? [] : [other.layer]));
    const places = others.length === 0 ? [own] : [own, ...directoriesAt(path, others)];
    return openEntry(this.#tree, path, entry, places);
  }

  #entryAt(place: number): number | string {
    this.#order ??= orderOf(this.#tree.data, this.#places, this.#ids, this.#ignored);
    return this.#order.at(place)!;
  }
}

/** The children of a directory in the order in which they are shown: ids, or the names of ignored directories. */
interface ChildOrder {
  at(place: number): number | string | undefined;
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
  return ignored.length === 0 ? sorted : withIgnored(data, sorted, ignored);
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

  draw(place: number, text: TextBuffer): TreeDirectory | undefined {
    const child = this.#children[place]!;
    text.add(childLine(child));
    return isOpened(child) ? this.#openNew(place) : undefined;
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
