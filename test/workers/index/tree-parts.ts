import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { PartBuilder } from '../../../src/workers/parts/part-builder.js';
import { EntryKindBit, type ScanPart } from '../../../src/workers/parts/scan-part.js';
import { parentsOf } from './tree-arbitraries.js';

/** What a tree is made of: paths with their kinds, without the root. */
export type Tree = ReadonlyMap<string, number>;

/** A tree with these files, and the directories that they lie in. */
export function treeOf(files: Iterable<string>): Map<string, number> {
  const tree = new Map<string, number>();
  for (const file of files) {
    for (const directory of parentsOf(file)) tree.set(directory, EntryKindBit.directory);
    tree.set(file, 0);
  }
  return tree;
}

/** What some walkers make of a tree: its directories dealt out among them, parents first in each. */
export function partsOf(tree: Tree, walkers = 1, under = ''): ScanPart[] {
  const children = new Map<string, [name: string, kind: number][]>([[under, []]]);
  const start = under === '' ? '' : `${under}/`;
  for (const [path, kind] of tree) {
    if (!path.startsWith(start)) continue;
    const slash = path.lastIndexOf('/');
    const siblings = children.get(path.slice(0, Math.max(0, slash))) ?? [];
    siblings.push([path.slice(slash + 1), kind]);
    children.set(path.slice(0, Math.max(0, slash)), siblings);
    if ((kind & EntryKindBit.directory) !== 0 && !children.has(path)) children.set(path, []);
  }
  const builders = Array.from({ length: walkers }, () => new PartBuilder());
  for (const [index, path] of [...children.keys()].sort().entries()) {
    const listed = children.get(path)!;
    builders[index % walkers]!.addDirectory(
      path as RelPath,
      listed.map(([name]) => name),
      listed.map(([, kind]) => kind),
    );
  }
  return builders.map((builder) => builder.build());
}
