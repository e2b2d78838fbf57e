/**
 * The directory that a file is in, when it is none before `from`. Cost: the less the nearer `from` is, so that going
 * through files in order costs little for each.
 */
export function directoryFrom(fileStarts: Uint32Array, from: number, file: number): number {
  const last = fileStarts.length - 1;
  let low = from;
  let step = 1;
  while (low + step < last && fileStarts[low + step]! <= file) {
    low += step;
    step *= 2;
  }
  // The last directory whose files start at or before the file: those after it start behind.
  let high = Math.min(low + step, last);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (fileStarts[middle]! <= file) low = middle;
    else high = middle;
  }
  return low;
}
