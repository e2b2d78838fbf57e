import { EntryKind } from '../scan/scan-part.js';
import { linkLine } from '../tree/child-line.js';
import { isExcludedDirectory, mayBeExcluded } from '../tree/exclude.js';
import type { TreeDirectory } from '../tree/tree-source.js';
import { INDENT, type TreeText } from '../tree/tree-text.js';
import { countFree, hasBit, setBit } from './bits.js';
import { resized } from './growth.js';
import type { IgnoredTree } from './ignored-tree.js';
import type { Layer } from './layer.js';
import { compareNaturalText } from './natural-names.js';
import { sortNaturally } from './sort-naturally.js';

// As much as most directories hold with all those above.
const FIRST_ROOM = 256;

const NONE: readonly string[] = [];

/** A directory of a layer as something else draws it; `undefined` when the layer knows all that is in it. */
export type Elsewhere = (directory: number, ignored: IgnoredTree | undefined) => TreeDirectory | undefined;

/**
 * Draws what is below a directory that only one layer has: by numbers and bytes, with no string and no object for an
 * entry.
 */
export class LayerDrawing {
  readonly #layer: Layer;
  readonly #top: number;
  readonly #text: TreeText;
  readonly #elsewhere: Elsewhere;
  /** The directories ahead on each level, ignored ones among them, and behind them the files that are being drawn. */
  #entries = new Uint32Array(FIRST_ROOM);
  #end = 0;
  /** What rules leave out of directories that were met, or of what is below those. */
  readonly #ignored: IgnoredTree[] = [];
  /** By directory, from the top on: how many are in `#ignored` with its own; 0 for one that has none there. */
  readonly #ignoredCounts: Uint32Array;
  /** By name: the rank of what rules leave out. Most of it has one of few names. */
  readonly #ranks = new Map<string, number>();

  /** `top` is the directory to draw. */
  constructor(layer: Layer, top: number, text: TreeText, elsewhere: Elsewhere) {
    this.#layer = layer;
    this.#top = top;
    this.#text = text;
    this.#elsewhere = elsewhere;
    this.#ignoredCounts = new Uint32Array(layer.segment.directoryEnds[top]! - top);
  }

  /** Adds all lines to the text; false as soon as they are seen to be too long. `ignored`: what rules leave out. */
  draw(ignored: IgnoredTree | undefined): boolean {
    return this.#drawBelow(this.#top, ignored);
  }

  #drawBelow(directory: number, ignored: IgnoredTree | undefined): boolean {
    const layer = this.#layer;
    const text = this.#text;
    const { fileStarts, directoryNames, names } = layer.segment;
    const firstFile = layer.directoryCount + fileStarts[directory]!;
    const files = countFree(layer.dead, firstFile, layer.directoryCount + fileStarts[directory + 1]!);
    const start = this.#end;
    this.#addDirectories(directory);
    sortNaturally(this.#entries, start, this.#end, names, directoryNames);
    const leftOut = ignored === undefined ? NONE : this.#addIgnored(directory, ignored, start);
    const end = this.#end;
    if (!text.announce(end - start + files)) return false;
    for (let at = start; at < end; at++) {
      const entry = this.#entries[at]!;
      const isLast = at + 1 === end && files === 0;
      if (entry >= layer.directoryCount) text.addName(leftOut[entry - layer.directoryCount]!, true, isLast);
      else if (!this.#drawDirectory(entry, isLast)) return false;
    }
    this.#end = start;
    if (files > 0) this.#drawFiles(directory, files);
    return true;
  }

  #addDirectories(directory: number): void {
    const layer = this.#layer;
    const { directoryEnds } = layer.segment;
    const end = directoryEnds[directory]!;
    for (let child = directory + 1; child < end; child = directoryEnds[child]!) {
      if (!layer.isLive(child)) continue;
      this.#makeRoom(1);
      this.#entries[this.#end++] = child;
    }
  }

  /**
   * Puts the ignored directories that are not in the layer among the others, which begin at `start`, and returns their
   * names. Shape: the entry of one is its place among those behind the directories of the layer.
   */
  #addIgnored(directory: number, { names: ignored, below }: IgnoredTree, start: number): readonly string[] {
    const layer = this.#layer;
    const { names, directoryNames } = layer.segment;
    below.forEach((ignoredBelow, name) => {
      const child = layer.directoryIn(directory, this.#rankOf(name));
      if (child !== -1) this.#ignoredCounts[child - this.#top] = this.#ignored.push(ignoredBelow);
    });
    if (ignored.length === 0) return NONE;
    const leftOut = ignored.filter((name) => layer.childOf(directory, this.#rankOf(name)) === -1);
    let from = this.#end;
    this.#makeRoom(leftOut.length);
    const entries = this.#entries;
    this.#end += leftOut.length;
    let left = leftOut.length;
    for (let to = this.#end - 1; left > 0; to--) {
      const before = entries[from - 1]!;
      const isBefore =
        from > start && compareNaturalText(names, directoryNames[before]!, leftOut[left - 1]!) > 0;
      entries[to] = isBefore ? before : layer.directoryCount + left - 1;
      if (isBefore) from--;
      else left--;
    }
    return leftOut;
  }

  #drawDirectory(directory: number, isLast: boolean): boolean {
    const layer = this.#layer;
    const text = this.#text;
    const { names, directoryNames } = layer.segment;
    const rank = directoryNames[directory]!;
    const start = names.starts[rank]!;
    const end = names.starts[rank + 1]!;
    if (!text.addAscii(names.bytes, start, end, true, isLast)) {
      text.addName(layer.nameText(rank), true, isLast);
    }
    if (mayBeExcluded(names.bytes, start, end) && isExcludedDirectory(layer.nameText(rank))) return true;
    const ignored = this.#ignored[this.#ignoredCounts[directory - this.#top]! - 1];
    text.enter(isLast);
    const elsewhere = this.#elsewhere(directory, ignored);
    const fits = elsewhere === undefined ? this.#drawBelow(directory, ignored) : elsewhere.draw(text);
    text.leave();
    return fits;
  }

  #drawFiles(directory: number, count: number): void {
    const layer = this.#layer;
    const text = this.#text;
    const { fileStarts, fileNames, fileFlags, names } = layer.segment;
    const { bytes, starts } = names;
    this.#makeRoom(count);
    const entries = this.#entries;
    const from = this.#end;
    let to = from;
    const end = fileStarts[directory + 1]!;
    for (let file = fileStarts[directory]!; file < end; file++) {
      if (layer.isLive(layer.directoryCount + file)) entries[to++] = file;
    }
    if (!hasBit(layer.filesInOrder, directory) && sortNaturally(entries, from, to, names, fileNames)) {
      setBit(layer.filesInOrder, directory);
    }
    for (let at = from; at < to; at++) {
      const file = entries[at]!;
      const rank = fileNames[file]!;
      const isLast = at + 1 === to;
      if ((fileFlags[file]! & EntryKind.symlink) !== 0) {
        text.addLine(linkLine(layer.nameText(rank)), isLast);
      } else if (!text.addAscii(bytes, starts[rank]!, starts[rank + 1]!, false, isLast)) {
        text.addName(layer.nameText(rank), false, isLast);
      }
    }
  }

  #rankOf(name: string): number {
    let rank = this.#ranks.get(name);
    if (rank === undefined) {
      rank = this.#layer.rankOfText(name);
      this.#ranks.set(name, rank);
    }
    return rank;
  }

  #makeRoom(count: number): void {
    const needed = this.#end + count;
    if (needed <= this.#entries.length) return;
    this.#entries = resized(this.#entries, Math.max(needed, 2 * this.#entries.length));
  }
}

/** How many characters the lines below a directory of a layer take, what is not opened or dead counted as well. */
export function charsBelow({ segment }: Layer, top: number): number {
  const { names, directoryEnds, directoryNames, directoryParents, fileStarts, fileNames } = segment;
  const { starts } = names;
  const end = directoryEnds[top]!;
  const indents = new Uint32Array(end - top);
  let chars = 0;
  for (let directory = top; directory < end; directory++) {
    const indent = directory === top ? 0 : indents[directoryParents[directory]! - top]! + INDENT;
    indents[directory - top] = indent;
    const rank = directoryNames[directory]!;
    chars += indent + starts[rank + 1]! - starts[rank]! + 2;
    const fileEnd = fileStarts[directory + 1]!;
    for (let file = fileStarts[directory]!; file < fileEnd; file++) {
      const name = fileNames[file]!;
      chars += indent + INDENT + starts[name + 1]! - starts[name]! + 1;
    }
  }
  return chars;
}
