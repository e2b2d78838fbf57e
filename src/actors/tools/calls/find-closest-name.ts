import { editDistance } from '../../runtime/edit-distance.js';

// A longer name is not a misspelt parameter, and comparing it would cost time for nothing.
const MAX_NAME_CHARS = 64;

/**
 * The name in `known` that `name` most likely misspells, if any is close enough. Case does not matter, nor does the
 * choice between `start_line`, `startLine` and `start-line`.
 */
export function findClosestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_CHARS) return undefined;
  const wanted = foldName(name);
  let closest: string | undefined;
  // One edit for every three letters is a misspelling; more makes another word.
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, foldName(candidate), bestDistance - 1);
    if (distance < bestDistance) {
      bestDistance = distance;
      closest = candidate;
    }
  }
  return closest;
}

function foldName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
