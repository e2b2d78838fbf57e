import { foldPoint, toPoints } from '../../names/fold.js';
import { directoryLengths } from '../segment/directory-lengths.js';
import { entriesNamed } from '../segment/postings.js';
import type { Layer } from '../store/layer.js';
import type { Range } from '../fuzzy/match-ranges.js';
import { NameMatch, NameMatcher } from './name-matcher.js';
import { byteLength } from '../../names/code-points.js';
import { COMPILED_EXTENSION } from './pasted-query.js';
import { childrenInRanks } from './ranked-children.js';
import { ranksWithPrefix } from '../../names/rank-range.js';
import { TopIds } from '../../collections/top-ids.js';

// Each weight exceeds the sum of all later ones, so later ones decide only among equals: how many folders match, how
// many more of them are on the path, how much of the name matches, its case, then the shorter path.
const FOLDER = 1 << 12;
const FOLDER_ABOVE = 1 << 5;
const NAME = 1 << 2;
const EXACT_CASE = 1;
// A cost below one point, even for the longest path that a system call accepts.
const LENGTH_COST = 1 / 65_536;
// More folders than any path of a project has.
const MAX_FOLDERS = 100;

/** How a name matches the wanted one. */
const Agreement = { packageFile: 0, severalExtensions: 1, oneExtension: 2, whole: 3 } as const;

// Files that an import of their directory means. Shape: the start of a name, in lower case.
const PACKAGE_FILES = ['index.', '__init__.py', 'mod.rs'];
const DOT = 46;

/** An entry whose path ends with the wanted segments. */
interface PathEndHit {
  readonly id: number;
  /** Higher is better; comparable among hits with the same number of `folders`. */
  readonly score: number;
}

/** The entries of an index whose paths match the longest end. */
export interface PathEndHits {
  readonly hits: readonly PathEndHit[];
  /** How many of the wanted folders, before the name, these paths end with. */
  readonly folders: number;
  readonly hasMore: boolean;
}

/**
 * The entries with the name of the last segment, in as many of the folders before it as any entry matches, ignoring
 * case. A name given without an extension, or with that of a compiled module, matches any extension; a directory
 * stands for its `index` file.
 * Cost: visits each entry of such a name, and the names of all directories.
 */
export function findByPathEnd(
  layers: readonly Layer[],
  { segments, limit, except }: { segments: readonly string[]; limit: number; except: ReadonlySet<number> },
): PathEndHits {
  const search = new PathEndSearch(segments, limit, except);
  for (const layer of layers) search.addLayer(layer);
  return search.result();
}

class PathEndSearch {
  readonly #limit: number;
  readonly #except: ReadonlySet<number>;
  readonly #folders: readonly NameMatcher[];
  readonly #name: NameMatcher;
  // Matches the name without its extension.
  readonly #stem: NameMatcher;
  // One more than asked for shows whether there are more.
  #top: TopIds;
  #most = 0;
  // By wanted folder: the ranks of its names in the current layer.
  #ranks: (readonly number[])[] = [];

  constructor(segments: readonly string[], limit: number, except: ReadonlySet<number>) {
    const last = segments.at(-1) ?? '';
    this.#limit = limit;
    this.#except = except;
    this.#folders = segments
      .slice(0, -1)
      .slice(-MAX_FOLDERS)
      .map((folder) => new NameMatcher(folder));
    this.#name = new NameMatcher(last);
    this.#stem = new NameMatcher(last.replace(COMPILED_EXTENSION, ''));
    this.#top = new TopIds(limit + 1);
  }

  addLayer(layer: Layer): void {
    const { names } = layer.segment;
    this.#ranks = this.#folders.map((folder) => wholeRanks(layer, folder));
    for (const rank of wholeRanks(layer, this.#name))
      this.#addNamed(layer, rank, Agreement.whole, this.#name.whole(names, rank));
    this.#addStems(layer);
    this.#addPackages(layer);
  }

  result(): PathEndHits {
    const all = this.#top.sorted();
    return { hits: all.slice(0, this.#limit), folders: this.#most, hasMore: all.length > this.#limit };
  }

  #addStems(layer: Layer): void {
    const { names } = layer.segment;
    const stem = this.#stem;
    const { bytes, starts } = names;
    const { from, to } = stem.ranks(names);
    for (let rank = from; rank < to; rank++) {
      const match = this.#stemMatch(layer, rank);
      if (match === NameMatch.none) continue;
      const extensions = bytes.indexOf(DOT, bytes.indexOf(DOT, starts[rank]! + stem.length) + 1);
      const isOne = extensions === -1 || extensions >= starts[rank + 1]!;
      this.#addNamed(layer, rank, isOne ? Agreement.oneExtension : Agreement.severalExtensions, match);
    }
  }

  /** How a name matches the wanted one without its extension. */
  #stemMatch({ segment: { names } }: Layer, rank: number): number {
    if (this.#name.whole(names, rank) !== NameMatch.none) return NameMatch.none;
    return this.#stem.pointBehind(names, rank) === DOT ? this.#stem.prefix(names, rank) : NameMatch.none;
  }

  #isNamed(layer: Layer, rank: number): boolean {
    const isWhole = this.#name.whole(layer.segment.names, rank) !== NameMatch.none;
    return isWhole || this.#stemMatch(layer, rank) !== NameMatch.none;
  }

  /** Adds the files that stand for a directory of the wanted name. */
  #addPackages(layer: Layer): void {
    const { names, directoryNames } = layer.segment;
    const ranks = wholeRanks(layer, this.#name);
    if (ranks.length === 0) return;
    const files = PACKAGE_FILES.map((start) => ranksWithPrefix(names, Buffer.from(start)));
    for (let directory = 1; directory < directoryNames.length; directory++) {
      const rank = directoryNames[directory]!;
      if (!ranks.includes(rank)) continue;
      for (const range of files) {
        for (const child of childrenInRanks(layer, directory, range)) {
          const isNamed = this.#isNamed(layer, layer.rankOf(child));
          if (layer.isDirectory(child) || isNamed) continue;
          const match = this.#name.whole(names, rank);
          this.#add(layer, child, layer.parentOf(directory), Agreement.packageFile, match);
        }
      }
    }
  }

  #addNamed(layer: Layer, rank: number, agreement: number, match: number): void {
    const { numbers, from, to } = entriesNamed(layer.segment, rank);
    for (let at = from; at < to; at++) {
      const number = numbers[at]!;
      // A directory must match the whole name.
      if (agreement === Agreement.whole || !layer.isDirectory(number))
        this.#add(layer, number, layer.parentOf(number), agreement, match);
    }
  }

  /** Adds an entry; `parent` is the lowest of the directories to compare with the wanted folders. */
  #add(layer: Layer, number: number, parent: number, agreement: number, match: number): void {
    const { directoryNames, directoryParents } = layer.segment;
    let at = parent;
    let left = this.#ranks.length;
    while (left > 0 && at !== 0 && this.#ranks[left - 1]!.includes(directoryNames[at]!)) {
      at = directoryParents[at]!;
      left--;
    }
    const folders = this.#ranks.length - left;
    if (folders < this.#most || !layer.isLive(number) || this.#except.has(layer.offset + number)) return;
    if (folders > this.#most) {
      this.#most = folders;
      this.#top = new TopIds(this.#limit + 1);
    }
    const onTheWay = this.#countAbove(layer, at, left);
    const { names } = layer.segment;
    const length =
      directoryLengths(layer.segment)[layer.parentOf(number)]! + byteLength(names, layer.rankOf(number));
    const score =
      folders * FOLDER +
      onTheWay * FOLDER_ABOVE +
      agreement * NAME +
      (match === NameMatch.exact ? EXACT_CASE : 0) -
      length * LENGTH_COST;
    this.#top.push(score, layer.offset + number);
  }

  /** How many of the first `left` wanted folders occur, in order, among a directory and its parents. */
  #countAbove({ segment: { directoryNames, directoryParents } }: Layer, from: number, left: number): number {
    let count = 0;
    let free = from;
    for (let folder = left - 1; folder >= 0 && free !== 0; folder--) {
      let at = free;
      while (at !== 0 && !this.#ranks[folder]!.includes(directoryNames[at]!)) at = directoryParents[at]!;
      if (at === 0) continue;
      count++;
      free = directoryParents[at]!;
    }
    return count;
  }
}

/** The ranks of the names that equal the wanted text, ignoring case. */
function wholeRanks({ segment: { names } }: Layer, matcher: NameMatcher): number[] {
  const { from, to } = matcher.ranks(names);
  const found: number[] = [];
  for (let rank = from; rank < to; rank++) {
    if (matcher.whole(names, rank) !== NameMatch.none) found.push(rank);
    // Among names that start with an ASCII text, those equal to it come first.
    else if (matcher.isAscii) break;
  }
  return found;
}

/**
 * The part of a path that matches the wanted segments.
 * Shape: as `MatchRanges.find`; one range or none.
 */
export function rangesOfPathEnd(path: string, segments: readonly string[]): Range[] {
  const names = path.split('/');
  const last = segments.at(-1) ?? '';
  let end = path.length;
  let start = end - names.at(-1)!.length;
  const typed = [last, last.replace(COMPILED_EXTENSION, '')].find((text) => startsWith(names.at(-1)!, text));
  if (typed !== undefined) end = start + typed.length;
  else {
    // A file such as `index.ts` that stands for its directory.
    names.pop();
    end = start - 1;
    start = end - (names.at(-1)?.length ?? 0);
  }
  for (let left = segments.length - 2, at = names.length - 2; left >= 0 && at >= 0; left--, at--) {
    if (names[at]!.length !== segments[left]!.length || !startsWith(names[at]!, segments[left]!)) break;
    start -= names[at]!.length + 1;
  }
  return start < end ? [[start, end]] : [];
}

function startsWith(text: string, start: string): boolean {
  const points = toPoints(text);
  return toPoints(start).every(
    (point, at) => at < points.length && foldPoint(points[at]!) === foldPoint(point),
  );
}
