import type { Stats } from 'node:fs';

/** The entries of one directory as they were at a look. */
export interface Listing {
  readonly names: readonly string[];
  /** `FIELDS` numbers for each name. */
  readonly numbers: Float64Array;
  /** For each name where its content can be read again. Shape: see `VersionRef`. */
  readonly refs: readonly VersionRef[];
}

/**
 * What is known of the content of an entry, in a string.
 * - `''`: nothing.
 * - `g0:oid`: git's object of the repository with this number.
 * - `s` and a hash: the version store has it. `n` and a hash: nobody has it.
 * - `l` and a text: the target of a link.
 */
export type VersionRef = string;

/** How many numbers describe an entry: mode, size, the times of its content and of its inode, and the inode. */
export const FIELDS = 5;
const MTIME = 2;
const CTIME = 3;

// Two changes within one tick of the kernel's clock get the same time.
const TICK_MS = 10;
// Some file systems, such as FAT, store times in steps of two seconds.
const COARSE_STEP_MS = 2000;
// The bits of the mode that tell a file from a directory and a link, and their values.
const KIND_BITS = 0o170000;
const KINDS: Readonly<Record<number, FileKind>> = {
  0o100000: 'file',
  0o040000: 'directory',
  0o120000: 'link',
};
const PERMISSION_BITS = 0o7777;

export type FileKind = 'file' | 'directory' | 'link' | 'special';

/**
 * Writes what a stat says about an entry. A time so shortly before the look that a later change could get the same one
 * becomes `NaN`, which equals no time: the entry is read again at the next look.
 */
export function writeNumbers(numbers: Float64Array, at: number, stats: Stats, lookedAtMs: number): void {
  const start = at * FIELDS;
  const { mtimeMs, ctimeMs } = stats;
  const changedAtMs = Math.max(mtimeMs, ctimeMs);
  const stepMs = changedAtMs % 1000 === 0 ? COARSE_STEP_MS : TICK_MS;
  const isCertain = Math.abs(lookedAtMs - ctimeMs) >= stepMs && Math.abs(lookedAtMs - mtimeMs) >= stepMs;
  numbers[start] = stats.mode;
  numbers[start + 1] = stats.size;
  numbers[start + MTIME] = isCertain ? mtimeMs : Number.NaN;
  numbers[start + CTIME] = ctimeMs;
  numbers[start + 4] = stats.ino;
}

/** Whether two entries have the same numbers, so that their content is the same. */
export function hasSameNumbers(a: Float64Array, atA: number, b: Float64Array, atB: number): boolean {
  for (let field = 0; field < FIELDS; field++)
    if (a[atA * FIELDS + field] !== b[atB * FIELDS + field]) return false;
  return true;
}

export function kindAt(numbers: Float64Array, at: number): FileKind {
  return KINDS[numbers[at * FIELDS]! & KIND_BITS] ?? 'special';
}

export function permissionsAt(numbers: Float64Array, at: number): number {
  return numbers[at * FIELDS]! & PERMISSION_BITS;
}

export function sizeAt(numbers: Float64Array, at: number): number {
  return numbers[at * FIELDS + 1]!;
}
