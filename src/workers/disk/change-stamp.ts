/** The stamp of a directory or file that must be read again, whatever its state on disk. */
export const NO_STAMP = 0;

/** As `NO_STAMP`, for a directory whose entries were partly dropped from the index: an earlier read must not stamp it. */
export const FORGOTTEN_STAMP = -1;

// Two changes within one tick of the kernel's clock get the same timestamp.
const TICK_MS = 10;
// Some file systems, such as FAT, store times in steps of two seconds.
const COARSE_STEP_MS = 2000;

const words = new Uint32Array(6);
const numbers = new Float64Array(words.buffer);

/**
 * Hashes the change time, the inode and, for a file, the size. A directory with the same stamp later has the same names,
 * and a file the same content. Returns `NO_STAMP` where that is not certain, because the change was so shortly before the
 * read that a later change may get the same timestamp.
 * Shape: 52 bits.
 * Units: both times in milliseconds since 1970, `changedAtMs` with a fraction.
 * Source: https://git-scm.com/docs/racy-git
 */
export function changeStamp(changedAtMs: number, inode: number, readAtMs: number, size = 0): number {
  const stepMs = changedAtMs % 1000 === 0 ? COARSE_STEP_MS : TICK_MS;
  // `NaN`, for an entry that cannot be queried, is not less than any number.
  if (!(changedAtMs < readAtMs - stepMs)) return NO_STAMP;
  return stampOf(changedAtMs, inode, size);
}

/** The stamp without the check of how old the change is. */
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
