/** What stands for a directory or file that is to be read again, whatever the disk says of it. */
export const NO_STAMP = 0;

/** The same, of a directory out of which something was taken since: not even who read it before gives it a stamp. */
export const FORGOTTEN_STAMP = -1;

// A change that comes within one tick of a kernel's clock bears the time of the change before it.
const TICK_MS = 10;
// Some disks, FAT among them, tell times in steps of two seconds.
const COARSE_STEP_MS = 2000;

const words = new Uint32Array(6);
const numbers = new Float64Array(words.buffer);

/**
 * What tells the names in a directory, or the content of a file, from any other: when it was changed, which one it is,
 * and of a file its size. What has the same stamp later holds the same. `NO_STAMP` where that is not certain: it was
 * changed so shortly before it was read that a change after the reading may bear the same time.
 * Shape: 52 bits of all of it, mixed.
 * Units: both times in milliseconds since 1970, `changedAtMs` with a fraction.
 * Source: https://git-scm.com/docs/racy-git
 */
export function changeStamp(changedAtMs: number, inode: number, readAtMs: number, size = 0): number {
  const stepMs = changedAtMs % 1000 === 0 ? COARSE_STEP_MS : TICK_MS;
  // `NaN`, for what cannot be looked at, is not older than anything.
  if (!(changedAtMs < readAtMs - stepMs)) return NO_STAMP;
  return stampOf(changedAtMs, inode, size);
}

/** The stamp of what was not read just now. */
export function stampOf(changedAtMs: number, inode: number, size = 0): number {
  numbers[0] = changedAtMs;
  numbers[1] = inode;
  numbers[2] = size;
  let low = 0x811c9dc5;
  let high = 0x2545f491;
  for (const word of words) {
    low = Math.imul(low ^ word, 0x9e3779b1);
    low ^= low >>> 15;
    high = Math.imul(high ^ word, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0) || 1;
}
