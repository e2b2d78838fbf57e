import fc from 'fast-check';
import type { TreeChild, TreeSource } from '../../../src/workers/tree/tree-source.js';

/** A tree as nested objects: a directory is an object, a file `'file'`, a link `'link'`, a directory left out `'ignored'`. */
export interface Nest {
  readonly [name: string]: Nest | 'file' | 'link' | 'ignored';
}

/** A source of such a tree, its children in the order in which they are written. */
export function sourceOf(nest: Nest): TreeSource {
  return {
    children(path) {
      let node: Nest[string] | undefined = nest;
      for (const segment of path === '' ? [] : path.split('/')) {
        node = typeof node === 'object' && Object.hasOwn(node, segment) ? node[segment] : undefined;
      }
      return typeof node === 'object' ? Object.entries(node).map(toChild) : [];
    },
  };
}

function toChild([name, node]: [string, Nest[string]]): TreeChild {
  return {
    name,
    isDirectory: typeof node === 'object' || node === 'ignored',
    isSymlink: node === 'link',
    isEntered: node !== 'ignored',
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
