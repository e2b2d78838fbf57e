import { findClosestName } from '../../actors/tools/calls/find-closest-name.js';

// More names are no hint.
const MOST_NAMES = 3;

/** The names that a person most likely meant: a misspelt one, and those that contain what was typed. */
export function findNearNames(name: string, known: readonly string[]): readonly string[] {
  const closest = findClosestName(name, known);
  const wanted = name.toLowerCase();
  const containing = known.filter(
    (other) =>
      wanted !== '' && (other.toLowerCase().includes(wanted) || wanted.includes(other.toLowerCase())),
  );
  return [...new Set([...(closest === undefined ? [] : [closest]), ...containing])].slice(0, MOST_NAMES);
}
