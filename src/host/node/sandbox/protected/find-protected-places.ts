import { dirname } from 'node:path';
import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';
import type { Candidates } from './list-candidates.js';
import { yieldToEventLoop } from '../../../../actors/runtime/abort.js';
import { findProtectedAt, listProtected } from './list-protected.js';

// More than this many places take too long to be looked at after each command; those nearest to a root come first.
const MAX_PLACES = 1000;
// A path takes 3 µs. Units: paths.
const SLICE = 1000;

/** The protected places of some roots. */
export interface FoundPlaces {
  /** Shape: absolute paths, none inside of another. */
  readonly places: readonly string[];
  /** Why some may be missing, as a clause; `undefined` when all within the bounds were found. */
  readonly gap?: string;
}

/** Finds the protected places among the paths of some roots, and at the top of each root. */
export async function findProtectedPlaces(
  roots: readonly string[],
  { paths, gap }: Candidates,
): Promise<FoundPlaces> {
  const found = new Set(listProtected(roots));
  for (const [index, path] of paths.entries()) {
    if (index % SLICE === SLICE - 1) await yieldToEventLoop();
    const root = roots.find((folder) => isInside(folder, path));
    if (root !== undefined) for (const place of findProtectedAt(path, root)) found.add(place);
  }
  const outer = [...found].filter((path) => !hasFolderIn(path, found));
  const sorted = outer.sort((a, b) => a.split('/').length - b.split('/').length);
  const problem = sorted.length > MAX_PLACES ? `there are more than ${MAX_PLACES} of them` : gap;
  return {
    places: sorted.slice(0, MAX_PLACES),
    ...omitUndefined({ gap: problem }),
  };
}

function hasFolderIn(path: string, places: ReadonlySet<string>): boolean {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) if (places.has(at)) return true;
  return false;
}
