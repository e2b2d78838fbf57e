import type { RelPath } from '../../../actors/protocol/workspace.js';

/** The part of an index that a walk reads. */
interface EntryTree {
  find(path: string): number;
  isDirectory(id: number): boolean;
  nameOf(id: number): string;
  childrenOf(directory: number): readonly number[];
}

/** Compares texts by their UTF-8 bytes, as git and `LC_ALL=C sort` do. */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const one = a.charCodeAt(at);
    const other = b.charCodeAt(at);
    if (one !== other) return byteRank(one) - byteRank(other);
  }
  return a.length - b.length;
}

/** UTF-16 sorts surrogates below U+E000; UTF-8 sorts the characters they encode above U+FFFF. */
function byteRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/**
 * The children of a directory in path order. Shape: names; a directory's has a trailing `/`, because the paths below
 * it sort by that, so `a.txt` comes before `a/b`.
 */
function childrenInOrder(tree: EntryTree, directory: number): string[] {
  const keys: string[] = [];
  for (const id of tree.childrenOf(directory)) {
    keys.push(tree.isDirectory(id) ? `${tree.nameOf(id)}/` : tree.nameOf(id));
  }
  return keys.sort(compareBytes);
}

/** Every file below a directory, or the file itself, in the order of path bytes. Reads one directory at a time. */
export function* filesInOrder(tree: EntryTree, under: RelPath): Generator<RelPath, void, undefined> {
  const top = tree.find(under);
  if (top === -1) return;
  if (!tree.isDirectory(top)) {
    yield under;
    return;
  }
  const open = [level(tree, top, under === '' ? '' : `${under}/`)];
  for (let current = open.at(-1); current !== undefined; current = open.at(-1)) {
    const key = current.keys[current.next++];
    if (key === undefined) open.pop();
    else if (!key.endsWith('/')) yield (current.prefix + key) as RelPath;
    else {
      // Looked up again, because the index may have changed since this directory was listed.
      const id = tree.find(current.prefix + key.slice(0, -1));
      if (id !== -1 && tree.isDirectory(id)) open.push(level(tree, id, current.prefix + key));
    }
  }
}

function level(
  tree: EntryTree,
  directory: number,
  prefix: string,
): { prefix: string; keys: string[]; next: number } {
  return { prefix, keys: childrenInOrder(tree, directory), next: 0 };
}
