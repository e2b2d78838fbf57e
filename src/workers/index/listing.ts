import type { IndexData } from './data.js';
import { compareNatural } from './natural-order.js';
import { best } from './top-k.js';

/** The first `limit` children of a directory: directories first, then files, each in natural order. */
export function listChildren(data: IndexData, directory: number, limit = Infinity): number[] {
  const children: { id: number; name: string; isDirectory: boolean }[] = [];
  for (let id = data.firstChild(directory); id !== 0; id = data.nextSibling(id)) {
    children.push({ id, name: data.nameOf(id), isDirectory: data.isDirectory(id) });
  }
  return best(children, limit, compareListed).map((child) => child.id);
}

/** Compares two children of a directory as a listing shows them. */
export function compareListed(
  a: { readonly name: string; readonly isDirectory: boolean },
  b: { readonly name: string; readonly isDirectory: boolean },
): number {
  return Number(b.isDirectory) - Number(a.isDirectory) || compareNatural(a.name, b.name);
}
