import type { RelPath } from '../../../actors/protocol/workspace.js';
import { joinPath } from '../../../actors/protocol/rel-path.js';
import type { RuledListing } from '../../walk/read-directory.js';
import { EntryKindBit } from '../../parts/scan-part.js';
import { isExcludedDirectory } from '../../tree/exclude.js';
import type { TreeChild, TreeDirectory, TreeSource } from '../../tree/tree-source.js';
import { compareNatural } from '../../natural-order/natural-order.js';
import { sortChildren } from '../store/child-order.js';
import type { IndexData } from '../store/index-data.js';
import { EncodedPath } from '../../names/encoded-path.js';
import type { IgnoredTree } from '../rules/ignored-tree.js';
import { directoriesAt, type LayerDirectory } from '../store/layer-stack.js';
import { compareListed } from '../search/listing.js';

/** What a tree shows besides the entries of the index. */
export interface UnindexedEntries {
  /** The ignored directories: they are drawn but not entered. Source: SPEC D2. */
  readonly ignored: IgnoredTree;
  /**
   * Reads from the disk a directory that the index has only in part or not at all; `undefined` when it is unreadable.
   */
  read(directory: RelPath): RuledListing | undefined;
}

/**
 * The source for drawing an index, valid until the index changes: directories first, then files, each in natural
 * order.
 * Cost: for each directory that is opened the ids of its children, and the names that are drawn.
 * Source: SPEC D2, W10.
 */
export function indexTreeSource(data: IndexData, unindexed: UnindexedEntries): TreeSource {
  return { open: (path) => openPath({ data, unindexed }, path) };
}

interface Tree {
  readonly data: IndexData;
  readonly unindexed: UnindexedEntries;
}

function openPath(tree: Tree, path: RelPath): TreeDirectory {
  const id = tree.data.find(path);
  if (id !== -1 && tree.data.isDirectory(id)) {
    const places = directoriesAt(tree.data.layers, path);
    return openEntry(tree, { id, places, ignored: tree.unindexed.ignored.at(path) });
  }
  const level = tree.unindexed.read(path);
  return new ListedDirectory(tree, path, level === undefined ? [] : shownOf(level));
}

interface Place {
  readonly id: number;
  /** The directory's id in each layer that has it. */
  readonly places: readonly LayerDirectory[];
  /** The ignored directories in it or below it. */
  readonly ignored: IgnoredTree | undefined;
}

function openEntry(tree: Tree, place: Place): TreeDirectory {
  if (tree.data.isComplete(place.id)) return new IndexedDirectory(tree, place);
  const path = tree.data.pathOf(place.id);
  const level = tree.unindexed.read(path);
  return level === undefined
    ? new IndexedDirectory(tree, place)
    : new ListedDirectory(tree, path, shownOf(level));
}

const encoded = new EncodedPath();

/** Whether a directory has a live entry of this name. */
function isIn(places: readonly LayerDirectory[], name: string): boolean {
  encoded.set(name);
  return places.some(({ layer, directory }) => layer.findChild(directory, encoded, 0) !== -1);
}

/** A directory whose children are read from the index. */
class IndexedDirectory implements TreeDirectory {
  readonly count: number;
  readonly #tree: Tree;
  readonly #place: Place;
  /** Ignored directories in it, in natural order. */
  readonly #ignored: readonly string[];
  /** In the order in which they are shown: ids, or the names of ignored directories. */
  #order: readonly (number | string)[] | undefined;
  #children: (TreeChild | undefined)[] | undefined;
  #opened: Map<number, TreeDirectory> | undefined;

  constructor(tree: Tree, place: Place) {
    const { places, ignored } = place;
    this.#tree = tree;
    this.#place = place;
    this.#ignored = ignored?.names.filter((name) => !isIn(places, name)) ?? [];
    let count = this.#ignored.length;
    for (const { layer, directory } of places) count += layer.countChildren(directory);
    this.count = count;
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

  open(place: number): TreeDirectory {
    this.#opened ??= new Map();
    let directory = this.#opened.get(place);
    if (directory === undefined) {
      const entry = this.#entryAt(place);
      directory =
        typeof entry === 'string' || !this.#tree.data.isDirectory(entry)
          ? emptyDirectory(this.#tree)
          : this.#openNew(entry, this.child(place).name);
      this.#opened.set(place, directory);
    }
    return directory;
  }

  #openNew(id: number, name: string): TreeDirectory {
    const { data } = this.#tree;
    const { places: own, ignored } = this.#place;
    const layer = data.layerOf(id);
    const places = [{ layer, directory: id - layer.offset }];
    if (own.length > 1) {
      const others = own.flatMap((other) => (other.layer === layer ? [] : [other.layer]));
      for (const item of directoriesAt(others, data.pathOf(id))) places.push(item);
    }
    return openEntry(this.#tree, { id, places, ignored: ignored?.in(name) });
  }

  #entryAt(place: number): number | string {
    this.#order ??= this.#sort();
    return this.#order[place]!;
  }

  #sort(): readonly (number | string)[] {
    const { data } = this.#tree;
    const ids: number[] = [];
    for (const { layer, directory } of this.#place.places) layer.readChildren(directory, ids);
    const sorted = sortChildren(data.layers, ids);
    return this.#ignored.length === 0 ? sorted : withIgnored(data, sorted, this.#ignored);
  }
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

/** A directory whose children are given as a list. */
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

  open(place: number): TreeDirectory {
    let directory = this.#opened.get(place);
    if (directory === undefined) {
      directory = this.#openNew(place);
      this.#opened.set(place, directory);
    }
    return directory;
  }

  #openNew(place: number): TreeDirectory {
    const { name, isEntered } = this.#children[place]!;
    if (!isEntered) return emptyDirectory(this.#tree);
    return openPath(this.#tree, joinPath(this.#path, name));
  }
}

/** A directory shown without children because it is not entered. */
function emptyDirectory(tree: Tree): TreeDirectory {
  return new ListedDirectory(tree, '' as RelPath, []);
}

function shownOf({ names, kinds, ignored, mayContainCore }: RuledListing): TreeChild[] {
  return [
    ...names.map((name, index) => visibleChild(name, kinds[index]!)),
    ...[...ignored, ...mayContainCore].map(ignoredChild),
  ];
}

function visibleChild(name: string, kind: number): TreeChild {
  const isDirectory = (kind & EntryKindBit.directory) !== 0;
  const isSymlink = (kind & EntryKindBit.symlink) !== 0;
  return {
    name,
    isDirectory,
    isSymlink,
    isEntered: isDirectory && !isSymlink && !isExcludedDirectory(name),
  };
}

function ignoredChild(name: string): TreeChild {
  return { name, isDirectory: true, isSymlink: false, isEntered: false };
}
