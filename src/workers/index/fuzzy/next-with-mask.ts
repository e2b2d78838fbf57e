// Two functions: one that reads both kinds of arrays is slower with each.

/** The first place in `[from, end)` of masks of names that has all of `need`; else `end`. */
export function nextNameWith(masks: Int32Array, need: number, from: number, end: number): number {
  let at = from;
  while (at < end && (masks[at]! & need) !== need) at++;
  return at;
}

/** The same for masks of files. Shape: see `halfMask`. */
export function nextFileWith(masks: Uint16Array, need: number, from: number, end: number): number {
  let at = from;
  while (at < end && (masks[at]! & need) !== need) at++;
  return at;
}
