import type { RelPath } from '../../../actors/protocol/workspace.js';
import type { IndexData } from '../store/index-data.js';
import { editDistance } from '../../../actors/runtime/edit-distance.js';
import { maskBit, toPoints } from '../../names/fold.js';
import { entriesNamed } from '../segment/postings.js';
import type { Layer } from '../store/layer.js';
import { compareBytes } from '../store/path-order.js';
import { TopK } from '../../collections/top-k.js';

// One slip in three letters is a typing error; more make another word.
const LETTERS_PER_EDIT = 3;
const MAX_EDITS = 3;
// A wrong letter in the name costs as much as three different directories.
const EDIT_COST = 3;
// The same name with another extension is likelier than a mistyped name.
const OTHER_EXTENSION_COST = 2;
// Limits the letter-by-letter comparison of names to some 10 ms.
const MAX_CELLS = 2_000_000;
// For a very common name (`index.ts`), only so many entries are considered.
const MAX_PLACES_PER_NAME = 1000;

/**
 * The indexed paths most similar to one that does not exist, best first: the same name in another directory, or a
 * name with few letters changed or with another extension; then those whose directories match best. Ignores case.
 * Cost: at most some 20 ms at a million files. Source: SPEC T8.
 */
export function suggestPaths(data: IndexData, missing: string, limit: number): RelPath[] {
  const segments = missing
    .toLowerCase()
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '.');
  const wanted = segments.pop();
  if (wanted === undefined) return [];
  const nameCost = costOfName(wanted);
  const top = new TopK<{ path: RelPath; cost: number }>(
    limit,
    (a, b) => a.cost - b.cost || byteLength(a.path) - byteLength(b.path) || compareBytes(a.path, b.path),
  );
  for (const layer of data.layers) {
    const { nameEntries } = layer.segment;
    for (let rank = 1; rank < nameEntries.length; rank++) {
      const cost = nameEntries[rank] === 0 ? undefined : nameCost(layer, rank);
      if (cost === undefined) continue;
      const { numbers, from, to } = entriesNamed(layer.segment, rank);
      for (const number of numbers.subarray(from, Math.min(to, from + MAX_PLACES_PER_NAME))) {
        if (!layer.isLive(number)) continue;
        const path = layer.pathOf(number);
        if (path !== missing) top.push({ path, cost: cost + directoryCost(path, segments) });
      }
    }
  }
  return top.sorted().map(({ path }) => path);
}

/** The cost of a name instead of the wanted one; `undefined` when they are too different. */
function costOfName(wanted: string): (layer: Layer, rank: number) => number | undefined {
  const maxEdits = Math.max(1, Math.min(MAX_EDITS, Math.floor(wanted.length / LETTERS_PER_EDIT)));
  const wantedStem = stemOf(wanted);
  const wantedMask = maskOf(wanted);
  const stemMask = maskOf(wantedStem);
  let cells = MAX_CELLS;
  return (layer, rank) => {
    const mask = layer.segment.nameMasks[rank]!;
    // One edit removes one character and adds one, which changes at most two bits.
    const isNear = bitCount(mask ^ wantedMask) <= 2 * maxEdits;
    if (!isNear && (stemMask & ~mask) !== 0) return undefined;
    const name = layer.decodeName(rank).toLowerCase();
    if (name === wanted) return 0;
    if (stemOf(name) === wantedStem) return OTHER_EXTENSION_COST;
    if (!isNear || Math.abs(name.length - wanted.length) > maxEdits) return undefined;
    cells -= name.length * wanted.length;
    if (cells < 0) return undefined;
    const edits = editDistance(name, wanted, maxEdits);
    return edits <= maxEdits ? edits * EDIT_COST : undefined;
  };
}

/** How many directories of the two paths differ, after removing the common start and the common end. */
function directoryCost(path: RelPath, wanted: readonly string[]): number {
  const own = path.toLowerCase().split('/').slice(0, -1);
  const shorter = Math.min(own.length, wanted.length);
  let leading = 0;
  while (leading < shorter && own[leading] === wanted[leading]) leading++;
  let trailing = 0;
  while (trailing < shorter - leading && own.at(-1 - trailing) === wanted.at(-1 - trailing)) trailing++;
  return own.length + wanted.length - 2 * (leading + trailing);
}

/** The name without its extension. A leading dot does not start an extension. */
function stemOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

function maskOf(text: string): number {
  return toPoints(text).reduce((mask, point) => mask | maskBit(point), 0);
}

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

function byteLength(path: string): number {
  return Buffer.byteLength(path);
}
