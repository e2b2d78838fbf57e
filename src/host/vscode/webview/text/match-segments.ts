/** A part of a path that matches the query, or one between such parts. */
export interface Segment {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * The part of a path from `start` to `end`, split where matches begin and end. Ranges that are out of order or out of
 * the path are met as far as they make sense; no text is lost or doubled.
 */
export function matchSegments(
  path: string,
  ranges: readonly (readonly [number, number])[],
  start: number,
  end: number,
): readonly Segment[] {
  const segments: Segment[] = [];
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
