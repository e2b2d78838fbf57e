/** A part of a path that matches the query, or a part between matches. */
export interface MatchPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Splits the part of a path from `start` to `end` at the bounds of matches. Invalid ranges are clipped; no text is lost
 * or duplicated.
 */
export function splitMatches(
  path: string,
  ranges: readonly (readonly [number, number])[],
  start: number,
  end: number,
): readonly MatchPart[] {
  const segments: MatchPart[] = [];
  let at = start;
  const add = (to: number, isMatch: boolean): void => {
    if (to > at) segments.push({ text: path.slice(at, to), isMatch });
    at = Math.max(at, to);
  };
  for (const [from, to] of ranges) {
    add(Math.min(from, end), false);
    add(Math.min(to, end), true);
  }
  add(end, false);
  return segments;
}
