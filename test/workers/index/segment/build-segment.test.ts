import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { buildSegment } from '../../../../src/workers/index/segment/build-segment.js';
import { EncodedPath } from '../../../../src/workers/names/encoded-path.js';
import { entriesNamed } from '../../../../src/workers/index/segment/postings.js';
import { Layer } from '../../../../src/workers/index/store/layer.js';
import { MIN_WORD_LENGTH } from '../../../../src/workers/index/segment/word-index.js';
import { EntryFlag, type Segment } from '../../../../src/workers/index/segment/segment.js';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import { isWordStart, pairBit } from '../../../../src/workers/names/word-starts.js';
import { halfMask, maskBit, toPoints } from '../../../../src/workers/names/fold.js';
import { EntryKindBit } from '../../../../src/workers/parts/scan-part.js';
import { inOrder } from '../../names/any-name.js';
import { anyFiles, parentsOf } from '../tree-arbitraries.js';
import { partsOf, treeOf, type Tree } from '../tree-parts.js';

function findLive(layer: Layer, path: EncodedPath): number {
  if (path.count === 0) return layer.isLive(0) ? 0 : -1;
  const parent = layer.findDirectory(path, path.count - 1);
  return parent === -1 ? -1 : layer.findChild(parent, path, path.count - 1);
}

function build(tree: Tree, walkers = 1, under = ''): Segment {
  return runToEnd(buildSegment(partsOf(tree, walkers, under), under as RelPath));
}

function layerOf(segment: Segment): Layer {
  return runToEnd(Layer.of(segment));
}

/** Every entry but the root, read by its number. */
function readAll(layer: Layer): Map<string, number> {
  const entries = new Map<string, number>();
  for (let number = 1; number < layer.size; number++) {
    if (layer.isLive(number)) entries.set(layer.pathOf(number), layer.flagsOf(number));
  }
  return entries;
}

const anyTree = anyFiles.map((files) => {
  const tree = treeOf(files);
  for (const [index, file] of files.entries()) {
    tree.set(
      file,
      [0, EntryKindBit.symlink, EntryKindBit.core, EntryKindBit.symlink | EntryKindBit.core][index % 4]!,
    );
  }
  return tree;
});

const anyWalkers = fc.integer({ min: 1, max: 4 });

describe('buildSegment', () => {
  it('holds what the walkers listed, and nothing else', () => {
    fc.assert(
      fc.property(anyTree, anyWalkers, (tree, walkers) => {
        expect(readAll(layerOf(build(tree, walkers)))).toEqual(tree);
      }),
      { numRuns: 300 },
    );
  });

  it('makes the same segment however many walkers there were', () => {
    fc.assert(
      fc.property(anyTree, anyWalkers, (tree, walkers) => {
        expect(build(tree, walkers)).toEqual(build(tree));
      }),
    );
  });

  it('has the name of each entry once, in order, and the empty one of the root first', () => {
    fc.assert(
      fc.property(anyTree, anyWalkers, (tree, walkers) => {
        const layer = layerOf(build(tree, walkers));
        const names = Array.from({ length: layer.segment.names.starts.length - 1 }, (_, rank) =>
          layer.decodeName(rank),
        );
        expect(names).toEqual(inOrder(['', ...[...tree.keys()].map((path) => path.split('/').at(-1)!)]));
      }),
    );
  });

  it('puts directories in pre-order and children by rank, each name to its entries', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const segment = build(tree, 2);
        const layer = layerOf(segment);
        const named = new Map<number, number[]>();
        for (let number = 0; number < layer.size; number++) {
          const parent = layer.parentOf(number);
          const end = segment.directoryEnds[number];
          if (number > 0)
            named.set(layer.rankOf(number), [...(named.get(layer.rankOf(number)) ?? []), number]);
          if (end === undefined) continue;
          expect([parent <= number, end > number, end <= segment.directoryEnds[parent]!]).toEqual([
            true,
            true,
            true,
          ]);
          const children: number[] = [];
          layer.readChildren(number, children);
          const ranks = children.map((child) => layer.rankOf(child));
          const files = children.findIndex((child) => !layer.isDirectory(child));
          const split = files === -1 ? ranks.length : files;
          expect(ranks).toEqual([...sorted(ranks.slice(0, split)), ...sorted(ranks.slice(split))]);
        }
        for (let rank = 0; rank < segment.nameEntries.length; rank++) {
          const { numbers, from, to } = entriesNamed(segment, rank);
          expect([...numbers.subarray(from, to)]).toEqual(named.get(rank) ?? []);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('finds each entry by its path, and no other', () => {
    fc.assert(
      fc.property(anyTree, anyTree, (tree, other) => {
        const layer = layerOf(build(tree));
        const path = new EncodedPath();
        for (const key of [...tree.keys(), ...other.keys(), '/a', 'a/', 'a//b', '']) {
          const number = findLive(layer, path.set(key));
          expect(number === -1 ? undefined : layer.pathOf(number)).toBe(
            tree.has(key) || key === '' ? key : undefined,
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  it('says which characters, word starts and pairs are in each name, and which characters are below a directory', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const segment = build(tree);
        const layer = layerOf(segment);
        const maskOf = (text: string): number =>
          toPoints(text).reduce((mask, point) => mask | maskBit(point), 0);
        for (let rank = 1; rank < segment.nameMasks.length; rank++) {
          const name = layer.decodeName(rank);
          const bytes = Buffer.from(name);
          let pairs = 0;
          for (let at = 1; at < bytes.length; at++) pairs |= pairBit(bytes[at - 1]!, bytes[at]!);
          expect([segment.nameMasks[rank], segment.pairMasks[rank]]).toEqual([maskOf(name), pairs]);
          expect(segment.wordMasks[rank]! & ~halfMask(segment.nameMasks[rank]!)).toBe(0);
        }
        for (const [file, mask] of segment.fileMasks.entries()) {
          expect(mask).toBe(halfMask(segment.nameMasks[segment.fileNames[file]!]!));
        }
        for (const [directory, mask] of segment.directoryMasks.entries()) {
          const start = directory === 0 ? '' : `${layer.pathOf(directory)}/`;
          const below = [...tree.keys()].filter((path) => path.startsWith(start));
          expect(mask).toBe(maskOf(below.flatMap((path) => path.slice(start.length).split('/')).join('')));
        }
      }),
    );
  });

  it('lists the starts of words inside names, but for their last bytes, in the order of the 8 bytes that follow, case aside, then by place', () => {
    fc.assert(
      fc.property(anyTree, (tree) => {
        const { names, words } = build(tree);
        const expected: number[] = [];
        for (let rank = 0; rank + 1 < names.starts.length; rank++) {
          const end = names.starts[rank + 1]! - MIN_WORD_LENGTH;
          for (let at = names.starts[rank]! + 1; at <= end; at++) {
            if (isWordStart(names.bytes[at - 1]!, names.bytes[at]!)) expected.push(at);
          }
        }
        expect([...words]).toEqual(inWordOrder(names, expected));
      }),
    );
  });

  it('sorts a great many words as it sorts a few', () => {
    const files = Array.from(
      { length: 12_000 },
      (_, index) => `${index % 90}-${index}-Word${index * 7}.test.ts`,
    );
    const { names, words } = build(treeOf(files));
    expect([...words]).toEqual(inWordOrder(names, sorted([...words])));
    expect(words.length).toBe(12_000 * 4);
  });

  it('knows a directory that was not listed in part, and one that nobody named all the same', () => {
    const [part] = partsOf(treeOf(['a/secret/x', 'b/y']));
    const directories = part!.directories.split('\0');
    expect(directories).toEqual(['', 'a', 'a/secret', 'b']);
    const listed = { ...part!, directories: ['', 'a', 'left/out', 'b'].join('\0') };
    const layer = layerOf(runToEnd(buildSegment([listed])));
    const isPartial = Object.fromEntries(
      Array.from({ length: layer.directoryCount }, (_, number) => [
        layer.pathOf(number),
        layer.isPartial(number),
      ]),
    );
    expect(isPartial).toEqual({
      '': false,
      a: false,
      'a/secret': true,
      b: false,
      left: true,
      'left/out': false,
    });
    expect(readAll(layer).get('left/out/x')).toBe(0);
  });

  it('holds the scanned directory and those above it as shadows', () => {
    const segment = build(treeOf(['a/b/c/x', 'a/b/y']), 2, 'a/b');
    const layer = layerOf(segment);
    expect([...readAll(layer).keys()]).toEqual(['a/b/c', 'a/b/y', 'a/b/c/x']);
    expect(
      Array.from(segment.directoryFlags, (flags) => (flags & EntryFlag.ancestorPlaceholder) !== 0),
    ).toEqual([true, true, true, false]);
  });

  it('is empty but for a root known in part when nothing was read', () => {
    const layer = layerOf(runToEnd(buildSegment([])));
    expect([layer.size, layer.isPartial(0), layer.isLive(0)]).toEqual([1, true, true]);
  });

  it('takes a tree a thousand directories deep', () => {
    const deep = `${Array.from({ length: 1000 }, () => 'd').join('/')}/f`;
    expect(readAll(layerOf(build(treeOf([deep])))).size).toBe(parentsOf(deep).length + 1);
  });
});

function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}

/** Ascending places in a table of names as `Segment.words` holds them. */
function inWordOrder({ bytes }: Segment['names'], places: readonly number[]): number[] {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  const wordAt = (at: number): string => text.slice(at, at + 8).padEnd(8, '\0');
  return places.toSorted((one, other) =>
    wordAt(one) < wordAt(other) ? -1 : wordAt(one) > wordAt(other) ? 1 : 0,
  );
}
