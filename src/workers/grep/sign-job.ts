import { lstatSync, type Stats } from 'node:fs';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { SIGNATURE_WORDS, Signer } from './signer.js';
import { absolutePath } from '../disk/absolute-path.js';
import { endOfLine } from './byte-lines.js';
import { lstatIfReadable } from '../disk/lstat-if-readable.js';
import { changeStamp, stampOf } from '../disk/change-stamp.js';
import { TextBlocks } from './text-blocks.js';

/**
 * Files for which signatures are to be computed. A signature is a bit set of a text's n-grams, which shows that a
 * text does not contain a literal.
 */
export interface SignJob {
  readonly root: AbsPath;
  readonly paths: readonly RelPath[];
  /** By file: its stamp when its signatures were computed; 0 when there are none. */
  readonly stamps: readonly number[];
  /** Whether a person waits for the job; otherwise its thread lowers its priority. */
  readonly isAwaited?: boolean;
}

/** Files whose stamps are to be compared with those of their signatures. */
export interface CompareJob {
  readonly root: AbsPath;
  /** Shape: joined with `\0`. */
  readonly paths: string;
  /** Shape: by file; none is 0. */
  readonly stamps: readonly number[];
}

/** The result for a file that gets no new signatures. */
export const SignOutcome = {
  /** The file has the same stamp as before. */
  unchanged: -1,
  /** The file is too large, or its stamp would not show a later change, so that every search must read it. */
  unsignable: -2,
} as const;

/** The signatures of the first files of a job: as many files as its time allows, and at least one. */
export interface SignedFiles {
  /** By file: a `SignOutcome`, or its number of signatures, which is 0 for a binary file. */
  readonly outcomes: readonly number[];
  /** By file: a stamp that changes with its content; 0 when there is none. */
  readonly stamps: readonly number[];
  /** The signatures of all files, concatenated. Shape: `SIGNATURE_WORDS` words each. */
  readonly words: Uint32Array;
}

// After this time the job ends and the thread returns to the pool, so a search waits no longer than this for a job.
const SLICE_MS = 10;
// More than half of the bits. A fuller signature matches too often, an emptier one takes more memory for the same
// text. For 8000 files of JavaScript, C and Python the signatures take a tenth of the text's size, and a name of nine
// letters that occurs in one or two files leaves 40 files to search.
const FULL_BITS = 2300;
// Hardly any text of this length adds so many bits that the signature matches much more often.
const STEP_BYTES = 512;
// Some thousand signatures. Hardly any text file is larger.
const MAX_FILE_BYTES = 64 << 20;
// Half a megabyte, which one message can carry.
const MAX_SIGNATURES = 1024;

// Blocks as large as most files are enough, because every block is cut into segments anyway.
const BLOCK_BYTES = 1 << 18;
const signer = new Signer(BLOCK_BYTES);
const blocks = new TextBlocks(
  { startBytes: BLOCK_BYTES, blockBytes: BLOCK_BYTES, maxBytes: MAX_FILE_BYTES },
  signer.buffer,
);

/** Reads files and computes their signatures. A file that cannot be read is unsignable. */
export function signJob({ root, paths, stamps: known }: SignJob): SignedFiles {
  const sliceEnd = performance.now() + SLICE_MS;
  const outcomes: number[] = [];
  const stamps: number[] = [];
  const signatures: Uint32Array[] = [];
  for (const [index, path] of paths.entries()) {
    const file = signFile(absolutePath(root, path), known[index] ?? 0);
    outcomes.push(file.outcome);
    stamps.push(file.stamp);
    for (const item of file.signatures) signatures.push(item);
    if (performance.now() > sliceEnd || signatures.length > MAX_SIGNATURES) break;
  }
  blocks.shrink();
  const words = new Uint32Array(signatures.length * SIGNATURE_WORDS);
  for (const [index, signature] of signatures.entries()) words.set(signature, index * SIGNATURE_WORDS);
  return { outcomes, stamps, words };
}

/** Whether each file still bears its stamp. Shape: by file, 1 or 0. Cost: 3 us a file. */
export function compareJob({ root, paths, stamps }: CompareJob): Uint8Array {
  return Uint8Array.from(paths.split('\0'), (path, place) =>
    bearsStamp(absolutePath(root, path as RelPath), stamps[place]!) ? 1 : 0,
  );
}

function bearsStamp(path: AbsPath, stamp: number): boolean {
  const stats = lstatIfReadable(path);
  return stats !== undefined && isSignable(stats) && stampOfFile(stats) === stamp;
}

interface SignedFile {
  readonly outcome: number;
  readonly stamp: number;
  readonly signatures: readonly Uint32Array[];
}

const UNSIGNABLE: SignedFile = { outcome: SignOutcome.unsignable, stamp: 0, signatures: [] };

function signFile(path: string, knownStamp: number): SignedFile {
  try {
    const startedAtMs = Date.now();
    const before = lstatSync(path);
    if (!isSignable(before)) return UNSIGNABLE;
    const stamp = stampOfFile(before);
    if (stamp === knownStamp) return { outcome: SignOutcome.unchanged, stamp, signatures: [] };
    const signatures = [...segmentSignatures(path)];
    const after = lstatSync(path);
    if (!isSignable(after) || stampOfFile(after) !== stamp) return UNSIGNABLE;
    const kept = changeStamp(before.ctimeMs, before.ino, startedAtMs, before.size);
    return { outcome: signatures.length, stamp: kept, signatures };
  } catch {
    signer.take();
    return UNSIGNABLE;
  }
}

// A file with several hard links may be changed under a path that is not watched.
function isSignable(stats: Stats): boolean {
  return stats.isFile() && stats.nlink === 1 && stats.size <= MAX_FILE_BYTES;
}

// The change time, because a program can set the modification time to any value, but not the change time.
function stampOfFile({ ctimeMs, ino, size }: Stats): number {
  return stampOf(ctimeMs, ino, size);
}

/** Yields a signature for each run of whole lines. A match never spans two lines, so no run cuts one. */
function* segmentSignatures(path: string): Generator<Uint32Array, void, undefined> {
  for (const { bytes } of blocks.read(path, 0)) {
    for (let start = 0; start < bytes.length;) {
      const end = Math.min(bytes.length, endOfLine(bytes, start + STEP_BYTES) + 1);
      signer.add(bytes, start, end);
      if (signer.count >= FULL_BITS) yield signer.take();
      start = end;
    }
  }
  if (signer.count > 0) yield signer.take();
}
