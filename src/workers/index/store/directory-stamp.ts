/** The stamp of a directory that must be listed again whatever its times are. */
export const NO_STAMP = 0;

/** Like `NO_STAMP`, for a directory that an entry was removed from: a listing read before must not set a stamp. */
export const FORGOTTEN_STAMP = -1;

// A change within one tick of the kernel's clock gets the same time as the change before it.
const TICK_MS = 10;
// Some file systems, such as FAT, store times in steps of two seconds.
const COARSE_STEP_MS = 2000;

const words = new Uint32Array(4);
const numbers = new Float64Array(words.buffer);

/**
 * A fingerprint of a directory's list of names: its modification time and inode. A directory that has the same stamp
 * later holds the same names. `NO_STAMP` when the directory was changed so shortly before it was listed that a change
 * after the listing could have the same time.
 * Shape: 52 bits, mixed from both.
 * Units: both times in milliseconds since 1970, `changedAtMs` with a fraction.
 * Source: https://git-scm.com/docs/racy-git
 */
export function directoryStamp(changedAtMs: number, inode: number, listedAtMs: number): number {
  const stepMs = changedAtMs % 1000 === 0 ? COARSE_STEP_MS : TICK_MS;
  // Also for `NaN`, the time of an unreadable directory.
  if (!(changedAtMs < listedAtMs - stepMs)) return NO_STAMP;
  return stampOf(changedAtMs, inode);
}

/** The stamp of a directory that was not listed just now. */
export function stampOf(changedAtMs: number, inode: number): number {
  numbers[0] = changedAtMs;
  numbers[1] = inode;
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
