import fc from 'fast-check';
import { isExcludedDirectory } from '../../../src/workers/tree/exclude.js';
import type { TreeChild, TreeDirectory, TreeSource } from '../../../src/workers/tree/tree-source.js';

/** A tree as nested objects: a directory is an object, a file `'file'`, a link `'link'`, a directory left out `'ignored'`. */
export interface Nest {
  readonly [name: string]: Nest | 'file' | 'link' | 'ignored';
}

/** A source of such a tree, its children in the order in which they are written. */
export function sourceOf(nest: Nest): TreeSource {
  return {
    open(path) {
      let directory = directoryOf(nest);
      for (const name of path === '' ? [] : path.split('/')) {
        const place = Array.from({ length: directory.count }, (_, at) => directory.child(at).name).indexOf(
          name,
        );
        directory = place === -1 ? directoryOf({}) : directory.open(place);
      }
      return directory;
    },
  };
}

/** What was read of a tree: how many children, of how many directories that were opened. */
export interface Reading {
  children: number;
  directories: number;
}

/** A directory of such a tree that notes what is read of it, each child once. */
export function directoryOf(nest: Nest, reading: Reading = { children: 0, directories: 0 }): TreeDirectory {
  reading.directories++;
  const entries = Object.entries(nest);
  const read = new Map<number, TreeChild>();
  const opened = new Map<number, TreeDirectory>();
  return {
    count: entries.length,
    child(place) {
      let child = read.get(place);
      if (child === undefined) {
        reading.children++;
        child = toChild(entries[place]!);
        read.set(place, child);
      }
      return child;
    },
    open(place) {
      let directory = opened.get(place);
      if (directory === undefined) {
        const below = entries[place]![1];
        directory = directoryOf(typeof below === 'object' ? below : {}, reading);
        opened.set(place, directory);
      }
      return directory;
    },
  };
}

function toChild([name, node]: [string, Nest[string]]): TreeChild {
  return {
    name,
    isDirectory: typeof node === 'object' || node === 'ignored',
    isSymlink: node === 'link',
    isEntered: typeof node === 'object' && !isExcludedDirectory(name),
  };
}

const anyName = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 3 }),
  fc.constantFrom('build', 'my-out', 'layout', '.git', 'x y', '🎉', '__proto__x', 'long'.repeat(20)),
);

/** Trees of some hundred entries. */
export const anyNest = fc.letrec<{ nest: Nest; node: Nest[string] }>((tie) => ({
  nest: fc.dictionary(anyName, tie('node'), { maxKeys: 9 }),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: fc.constantFrom('file', 'file', 'link', 'ignored') },
    { weight: 3, arbitrary: tie('nest') },
  ),
})).nest;
