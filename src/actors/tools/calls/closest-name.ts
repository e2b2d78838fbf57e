// A name longer than this is no misspelling of a parameter; comparing it would cost time for nothing.
const MAX_NAME_CHARS = 64;

/**
 * The one of `known` that `name` was most likely meant to be, if any is near enough: spelling, case and the choice
 * between `start_line`, `startLine` and `start-line` are forgiven.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_NAME_CHARS) return undefined;
  const wanted = foldName(name);
  let closest: string | undefined;
  // One slip in three letters is a misspelling; more is another word.
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, foldName(candidate));
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

/** How many letters must be added, dropped or replaced to make one word the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
