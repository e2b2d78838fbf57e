// Two functions, because the engine compiles one that reads both array types to slower code.

/** The first index in `[from, end)` whose name mask has all bits of `need`; `end` when there is none. */
export function nextNameWithMask(masks: Int32Array, need: number, from: number, end: number): number {
  let at = from;
  while (at < end && (masks[at]! & need) !== need) at++;
  return at;
}

/** The first index in `[from, end)` whose `halfMask` has all bits of `need`; `end` when there is none. */
export function nextFileWithMask(masks: Uint16Array, need: number, from: number, end: number): number {
  let at = from;
  while (at < end && (masks[at]! & need) !== need) at++;
  return at;
}
